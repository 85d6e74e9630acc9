// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/curve_fields.h"
#include "tests/support/test_main.h"

using namespace bam;
using namespace bam::exchange;

namespace {

std::vector<SourceColumn> columns(const std::vector<std::string>& names, std::size_t numbers = 10)
{
    std::vector<SourceColumn> made;
    for (const auto& name : names)
        made.push_back({name, numbers, 0});
    return made;
}

/// What is taken for a field; empty: nothing.
std::string taken(const std::vector<SourceColumn>& all, Field field)
{
    const auto picks = guess(all);
    return picks[field] ? all[*picks[field]].name : std::string();
}

}  // namespace

class CurveFieldsTest : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void usualNamesAreKnown_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("field");
        const auto row = [](const char* name, Field field) { QTest::newRow(name) << QString::fromLatin1(name) << int(field); };
        for (const auto* name : {"step", "global_step", "_step", "Step", "iter", "iteration", "train/global_step", "trainer/global_step", "epoch"})
            row(name, Field::Step);
        for (const auto* name : {"loss", "train_loss", "train/loss", "loss/train", "Loss/Train", "charts/train/loss", "training_loss", "trainLoss", "lm loss"})
            row(name, Field::Loss);
        for (const auto* name : {"val_loss", "eval/loss", "validation loss", "valid_loss", "loss/val", "test/loss", "dev_loss", "metrics/eval_loss"})
            row(name, Field::ValidationLoss);
        for (const auto* name : {"lr", "learning_rate", "train/learning_rate", "lr-0", "LearningRate"})
            row(name, Field::LearningRate);
        for (const auto* name : {"grad_norm", "norm", "train/grad_norm", "gnorm", "train/norm", "GradNorm"})
            row(name, Field::GradientNorm);
        for (const auto* name : {"tokens_per_second", "tok/sec", "train/tokens_per_sec", "tps"})
            row(name, Field::TokensPerSecond);
        for (const auto* name : {"time", "_timestamp", "wall_time", "_runtime", "elapsed"})
            row(name, Field::Time);
    }
    void usualNamesAreKnown()
    {
        QFETCH(QString, name);
        QFETCH(int, field);
        QCOMPARE(taken(columns({name.toStdString()}), Field(field)), name.toStdString());
    }

    void whatOnlyLooksAlikeIsNotTaken()
    {
        const auto all = columns({"tokens_per_step", "step_time", "weight_norm", "eval/tokens_per_second", "eval/grad_norm", "accuracy"});
        for (std::size_t field = 0; field < kFields; ++field)
            QVERIFY2(taken(all, Field(field)).empty(), taken(all, Field(field)).c_str());
    }

    void howLongAValidationTookIsNoTime()
    {
        const auto all = columns({"step", "loss", "eval_loss", "eval_runtime", "eval_samples_per_second"});     // as Hugging Face's Trainer logs
        QCOMPARE(taken(all, Field::Time), std::string());
        QCOMPARE(taken(all, Field::ValidationLoss), std::string("eval_loss"));
        QCOMPARE(taken(columns({"eval_runtime", "_runtime"}), Field::Time), std::string("_runtime"));
    }

    void ofSeveralTheMoreUsualOneIsTaken()
    {
        QCOMPARE(taken(columns({"aux_loss", "loss", "train/loss", "val/loss"}), Field::Loss), std::string("train/loss"));
        QCOMPARE(taken(columns({"_step", "train/global_step"}), Field::Step), std::string("train/global_step"));
        QCOMPARE(taken(columns({"epoch", "step"}), Field::Step), std::string("step"));
        QCOMPARE(taken(columns({"test_loss", "val_loss"}), Field::ValidationLoss), std::string("val_loss"));
    }

    void aFolderSaysOfWhichDataItsNumbersAre()
    {
        QCOMPARE(taken(columns({"train/epoch_loss", "validation/epoch_loss"}), Field::Loss), std::string("train/epoch_loss"));
        QCOMPARE(taken(columns({"train/epoch_loss", "validation/epoch_loss"}), Field::ValidationLoss), std::string("validation/epoch_loss"));
        QCOMPARE(taken(columns({"validation/epoch_loss", "val_loss"}), Field::ValidationLoss), std::string("val_loss"));
        QCOMPARE(taken(columns({"validation/epoch_accuracy", "validation/epoch_learning_rate"}), Field::ValidationLoss), std::string());
        QVERIFY(partNamed("train").part == DataPart::Training && partNamed("train").stem.empty());
        QVERIFY(partNamed("Loss-Val").part == DataPart::Validation);
        QCOMPARE(partNamed("my_loss_train").stem, std::string("my_loss"));
        QVERIFY(partNamed("trainer").part == DataPart::Unsaid && partNamed("constrain").part == DataPart::Unsaid);
    }

    void aStepThatIsNotBesideEveryLossIsTheSecondChoice()
    {
        auto all = columns({"global_step", "_step", "loss"}, 100);
        all[0].numbers = 10;
        QCOMPARE(taken(all, Field::Step), std::string("_step"));
    }

    void aColumnWithoutNumbersIsNotTaken()
    {
        auto all = columns({"train_loss", "loss"});
        all[0].numbers = 0;
        QCOMPARE(taken(all, Field::Loss), std::string("loss"));
    }

    void peopleHaveTheLastWord()
    {
        const auto all = columns({"step", "loss", "ppl=x", "other"});
        auto picks = guess(all);
        applyMaps(picks, all, {"other=val_loss", "loss=none", "ppl=x=learning_rate"});
        QVERIFY(!picks[Field::Loss]);
        QCOMPARE(picks[Field::ValidationLoss].value(), std::size_t(3));
        QCOMPARE(picks[Field::LearningRate].value(), std::size_t(2));
        applyMaps(picks, all, {"step=loss"});
        QVERIFY(!picks[Field::Step]);
        QCOMPARE(picks[Field::Loss].value(), std::size_t(0));
    }

    void aWrongMapIsToldWithWhatIsThere()
    {
        const auto all = columns({"step", "train/loss"});
        auto picks = guess(all);
        EXPECT_ERROR(applyMaps(picks, all, {"train/los=loss"}), ErrorCode::Usage, "Did you mean \"train/loss\"?");
        EXPECT_ERROR(applyMaps(picks, all, {"step"}), ErrorCode::Usage, "expected column=field");
        EXPECT_ERROR(applyMaps(picks, all, {"step=speed"}), ErrorCode::Usage, "Fields: step, time, loss, val_loss, lr, grad_norm and tokens_per_second");
        EXPECT_ERROR(applyMaps(picks, all, {"step=loss", "train/loss=loss"}), ErrorCode::Usage, "two columns for loss");
        EXPECT_ERROR(applyMaps(picks, all, {"train/loss=loss", "train/loss=val_loss"}), ErrorCode::Usage, "two fields for the column \"train/loss\": loss and val_loss");
        EXPECT_ERROR(applyMaps(picks, all, {"train/loss=none", "train/loss=loss"}), ErrorCode::Usage, "two fields for the column");
        applyMaps(picks, all, {"train/loss=loss", "train/loss=loss"});
    }
};

BAMSCOPE_TEST(CurveFieldsTest)
#include "test_curve_fields.moc"
