// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/cuda_graph.h"
#include "core/device/cuda_module.h"
#include "core/device/device.h"
#include "tests/support/test_main.h"

#include <ATen/ATen.h>
#include <ATen/detail/CUDAHooksInterface.h>

#include <QFile>
#include <QTemporaryDir>

#include <cstring>
#include <dlfcn.h>
#include <thread>

using namespace bam;
using namespace bam::device;

class TestDevice : public test::Suite {
    Q_OBJECT
private Q_SLOTS:
    void aMissingModuleMeansBuiltWithoutCuda();
    void aFileThatIsNoLibraryIsRefusedWithTheLoadersReason();
    void aLibraryWithoutTheTableIsRefused();
    void theModuleLoadsWithoutAGpuAndRegistersWithLibTorch();
    void theModuleKnowsWhichAttentionItCanCompute();
    void withoutADeviceAGraphIsRefusedWithAReason();
    void workIsRecordedAndReplayedOrRefused();
    void aRecordingThatFailsLeavesTheDeviceUsable();
    void cpuIsTheCpu();
    void anUnknownDeviceIsAUsageError_data();
    void anUnknownDeviceIsAUsageError();
    void cudaWorksOrSaysWhyNot();
    void autoTakesCudaOrSaysWhyNot();
    void anIndexBeyondTheLastDeviceIsAnEnvironmentError();
    void theSameSeedGivesTheSameNumbers();
    void tensorCoresAreASwitch();
    void peakMemoryGrowsWithAnAllocation();
    void thereIsAtLeastOneCoreAndNoMoreThanLogicalOnes();
};

void TestDevice::aMissingModuleMeansBuiltWithoutCuda()
{
    const auto module = openCudaModule("/nowhere/libbamscope_cuda.so");
    QVERIFY(module.table == nullptr);
    QCOMPARE(module.status.state, CudaState::NotBuilt);
    QVERIFY(module.status.cause.find("built without CUDA") != std::string::npos);
    QVERIFY(module.status.hint.find("BAMSCOPE_CUDA=ON") != std::string::npos);
}

void TestDevice::aFileThatIsNoLibraryIsRefusedWithTheLoadersReason()
{
    QTemporaryDir folder;
    QFile file(folder.filePath("libbamscope_cuda.so"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("not a library");
    file.close();
    const auto module = openCudaModule(file.fileName().toStdString());
    QCOMPARE(module.status.state, CudaState::NotLoadable);
    QVERIFY2(module.status.cause.find("libbamscope_cuda.so: ") != std::string::npos, module.status.cause.c_str());
}

void TestDevice::aLibraryWithoutTheTableIsRefused()
{
    Dl_info where{};
    QVERIFY(dladdr(reinterpret_cast<void*>(&std::strlen), &where) != 0);
    const auto module = openCudaModule(where.dli_fname);
    QCOMPARE(module.status.state, CudaState::NotLoadable);
    QVERIFY2(module.status.cause.find("no version") != std::string::npos, module.status.cause.c_str());
}

// Comes before everything that could make LibTorch settle on the CPU.
void TestDevice::theModuleLoadsWithoutAGpuAndRegistersWithLibTorch()
{
    const auto module = openCudaModule(cudaModulePath());
#ifdef BAMSCOPE_HAVE_CUDA
    QVERIFY2(module.table != nullptr, module.status.cause.c_str());
    QVERIFY(at::detail::getCUDAHooks().hasCUDART());
    QVERIFY(at::detail::getCUDAHooks().versionCUDART() >= 13000);
    int count = -1;
    const char* message = module.table->deviceCount(&count);
    QVERIFY((message == nullptr && count > 0) || (message != nullptr && count == 0 && std::strlen(message) > 0));
#else
    QCOMPARE(module.status.state, CudaState::NotBuilt);
#endif
}

void TestDevice::theModuleKnowsWhichAttentionItCanCompute()
{
#ifdef BAMSCOPE_HAVE_CUDA
    const auto module = openCudaModule(cudaModulePath());
    QVERIFY2(module.table != nullptr, module.status.cause.c_str());
    attention::ForwardArgs args;
    args.shape = {1, 2, 1, 8, 8, 256, 0, 0.0625f, attention::Element::BFloat16, attention::Element::BFloat16, attention::Element::BFloat16};
    QVERIFY(module.table->attendSupported(&args.shape) != nullptr);
    // Refused before anything is launched.
    QVERIFY(module.table->attendForward(0, &args) != nullptr);
    args.shape.width = 64;
#ifdef BAMSCOPE_HAVE_KERNELS
    QVERIFY(module.table->attendSupported(&args.shape) == nullptr);
#else
    QVERIFY(std::strstr(module.table->attendSupported(&args.shape), "without a CUDA compiler") != nullptr);
#endif
    int count = 0;
    if (module.table->deviceCount(&count) != nullptr || count == 0) {
        const char* message = module.table->attendForward(0, &args);
        QVERIFY(message != nullptr && std::strlen(message) > 0);
    }
#endif
}

void TestDevice::withoutADeviceAGraphIsRefusedWithAReason()
{
#ifdef BAMSCOPE_HAVE_CUDA
    const auto module = openCudaModule(cudaModulePath());
    QVERIFY2(module.table != nullptr, module.status.cause.c_str());
    int count = 0;
    if (module.table->deviceCount(&count) != nullptr || count == 0) {
        void* graph = &count;
        const char* message = module.table->graphCreate(0, &graph);
        QVERIFY(message != nullptr && std::strlen(message) > 0);
        QVERIFY(graph == nullptr);
    }
#endif
    QVERIFY(makeWorkGraph(at::kCPU) == nullptr);
}

void TestDevice::workIsRecordedAndReplayedOrRefused()
{
    const at::Device device(at::kCUDA, 0);
    if (loadCuda().state != CudaState::Ready) {
        EXPECT_ERROR(makeWorkGraph(device), ErrorCode::Environment, loadCuda().cause);
        return;
    }
    const auto input = at::ones({4}, device), sum = at::zeros({4}, device);
    const auto work = [&] { sum.add_(input * 2); };
    const auto graph = makeWorkGraph(device);
    EXPECT_ERROR(graph->replay(), ErrorCode::Failed, "nothing has been recorded");
    graph->warmUp(work);
    QCOMPARE(sum.sum().item<double>(), 8.0);
    graph->record(work);
    QCOMPARE(sum.sum().item<double>(), 8.0);        // recorded, not done
    input.fill_(3);
    graph->replay();
    graph->replay();
    QCOMPARE(sum.sum().item<double>(), 8.0 + 2 * 24);
}

void TestDevice::aRecordingThatFailsLeavesTheDeviceUsable()
{
    if (loadCuda().state != CudaState::Ready)
        return;
    const at::Device device(at::kCUDA, 0);
    const auto ones = at::ones({64, 64}, device);
    const auto reads = [&] { (ones * 2).sum().item<double>(); };    // waits, which a recording must not
    const auto graph = makeWorkGraph(device);
    graph->warmUp(reads);
    bool refused = false;
    try {
        graph->record(reads);
    } catch (const std::exception&) {
        refused = true;
    }
    QVERIFY(refused);
    QCOMPARE(ones.matmul(ones).sum().item<double>(), 64.0 * 64 * 64);
    const auto sum = at::zeros({}, device);
    const auto other = makeWorkGraph(device);
    other->warmUp([&] { sum.add_(1); });
    other->record([&] { sum.add_(1); });
    other->replay();
    QCOMPARE(sum.item<double>(), 2.0);
}

void TestDevice::cpuIsTheCpu()
{
    QVERIFY(resolve("cpu").is_cpu());
    QVERIFY(choose("cpu").note.empty());
    QCOMPARE(describe(at::kCPU), std::string("cpu"));
    synchronize(at::kCPU);
}

void TestDevice::anUnknownDeviceIsAUsageError_data()
{
    QTest::addColumn<QString>("spec");
    for (const char* spec : {"", "gpu", "CUDA", "cuda:", "cuda:x", "cuda:-1", "cuda:-0", "cuda:1x", "cuda: 1", "cuda:99999999999", "cpu:0"}) {
        QTest::newRow(spec) << QString(spec);
    }
}

void TestDevice::anUnknownDeviceIsAUsageError()
{
    QFETCH(QString, spec);
    EXPECT_ERROR(resolve(spec.toStdString()), ErrorCode::Usage, "expected auto, cpu, cuda or cuda:N");
}

void TestDevice::cudaWorksOrSaysWhyNot()
{
    const CudaStatus& status = loadCuda();
    switch (status.state) {
    case CudaState::Ready: {
        const at::Device device = resolve("cuda");
        const at::Tensor ones = at::ones({64, 64}, at::TensorOptions().device(device));
        QCOMPARE(ones.matmul(ones).sum().item<double>(), 64.0 * 64 * 64);
        synchronize(device);
        QVERIFY(peakMemory(device) >= 64 * 64 * 4);
        QVERIFY(describe(device).find("GiB free") != std::string::npos);
        break;
    }
    case CudaState::NotBuilt: EXPECT_ERROR(resolve("cuda"), ErrorCode::Environment, "built without CUDA"); break;
    case CudaState::NoDriver: EXPECT_ERROR(resolve("cuda"), ErrorCode::Environment, "No NVIDIA driver"); break;
    case CudaState::NoDevice: EXPECT_ERROR(resolve("cuda"), ErrorCode::Environment, "no usable device"); break;
    case CudaState::NotLoadable:
    case CudaState::TooLate: QFAIL(status.cause.c_str());
    }
    if (status.state != CudaState::Ready) {
        QVERIFY(cudaDevices().empty());
        EXPECT_ERROR(resolve("cuda:0"), ErrorCode::Environment, "--device=cpu");
        EXPECT_ERROR(synchronize(at::Device(at::kCUDA, 0)), ErrorCode::Environment, status.cause);
    }
#ifdef BAMSCOPE_HAVE_CUDA
    QVERIFY(status.state != CudaState::NotBuilt);
#else
    QCOMPARE(status.state, CudaState::NotBuilt);
#endif
}

void TestDevice::autoTakesCudaOrSaysWhyNot()
{
    const Choice choice = choose("auto");
    QCOMPARE(choice.device.is_cuda(), loadCuda().state == CudaState::Ready);
    QCOMPARE(choice.note, loadCuda().cause);
    QCOMPARE(choice.note.empty(), choice.device.is_cuda());
}

void TestDevice::anIndexBeyondTheLastDeviceIsAnEnvironmentError()
{
    const auto beyond = "cuda:" + std::to_string(cudaDevices().size());
    const bool ready = loadCuda().state == CudaState::Ready;
    EXPECT_ERROR(resolve(beyond), ErrorCode::Environment, ready ? "It has cuda:0" : loadCuda().cause);
    EXPECT_ERROR(resolve("cuda:12345"), ErrorCode::Environment, ready ? "There is no cuda:12345" : loadCuda().cause);
}

void TestDevice::theSameSeedGivesTheSameNumbers()
{
    const at::Device device = resolve("auto");
    const auto draw = [&](std::uint64_t value) {
        seed(device, value);
        return at::rand({100}, at::TensorOptions().device(device));
    };
    const at::Tensor first = draw(7);
    QVERIFY(at::equal(first, draw(7)));
    QVERIFY(!at::equal(first, draw(8)));
}

void TestDevice::tensorCoresAreASwitch()
{
    setTensorCores(true);
    QVERIFY(at::globalContext().float32MatmulPrecision() == at::Float32MatmulPrecision::HIGH);
    setTensorCores(false);
    QVERIFY(at::globalContext().float32MatmulPrecision() == at::Float32MatmulPrecision::HIGHEST);
}

void TestDevice::peakMemoryGrowsWithAnAllocation()
{
    const std::int64_t before = peakMemory(at::kCPU);
    QVERIFY(before > 1 << 20);
    const at::Tensor large = at::ones({64 << 20}, at::kByte).repeat({8});
    QVERIFY(peakMemory(at::kCPU) >= before + (128 << 20));
    QCOMPARE(large.numel(), std::int64_t(512) << 20);
}

void TestDevice::thereIsAtLeastOneCoreAndNoMoreThanLogicalOnes()
{
    QVERIFY(physicalCores() >= 1);
    QVERIFY(physicalCores() <= int(std::thread::hardware_concurrency()));
}

BAMSCOPE_TEST(TestDevice)
#include "test_device.moc"
