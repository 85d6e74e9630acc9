<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>CompareTexts</name>
    <message numerus="yes">
        <source>Mean of %n run(s); the lowest and the highest are %1</source>
        <translation>
            <numerusform>Mean of %n run; the lowest and the highest are %1</numerusform>
            <numerusform>Mean of %n runs; the lowest and the highest are %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean over %n prompt length(s)</source>
        <translation>
            <numerusform>Mean over %n prompt length</numerusform>
            <numerusform>Mean over %n prompt lengths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n length(s)</source>
        <comment>of accuracies</comment>
        <translation>
            <numerusform>Mean of %n length</numerusform>
            <numerusform>Mean of %n lengths</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n digit(s)</source>
        <translation>
            <numerusform>%n digit</numerusform>
            <numerusform>%n digits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CurveReader</name>
    <message numerus="yes">
        <source>%1 holds %n line(s) that are no rows; its curve is drawn without them.</source>
        <translation>
            <numerusform>%1 holds %n line that are no rows; its curve is drawn without them.</numerusform>
            <numerusform>%1 holds %n lines that are no rows; its curve is drawn without them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PriorText</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::plots::HeatmapWidget</name>
    <message numerus="yes">
        <source>Largest of the %n pairs at this pixel</source>
        <translation>
            <numerusform>Largest of the %n pair at this pixel</numerusform>
            <numerusform>Largest of the %n pairs at this pixel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the %n pairs at this pixel</source>
        <translation>
            <numerusform>Mean of the %n pair at this pixel</numerusform>
            <numerusform>Mean of the %n pairs at this pixel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Largest of the %n pairs about here</source>
        <translation>
            <numerusform>Largest of the %n pair about here</numerusform>
            <numerusform>Largest of the %n pairs about here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the %n pairs about here</source>
        <translation>
            <numerusform>Mean of the %n pair about here</numerusform>
            <numerusform>Mean of the %n pairs about here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n values are not finite; they are drawn in magenta</source>
        <translation>
            <numerusform>%n value is not finite; it is drawn in magenta</numerusform>
            <numerusform>%n values are not finite; they are drawn in magenta</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::ui::BannerArea</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>%n more message</numerusform>
            <numerusform>%n more messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::AnswerPanel</name>
    <message numerus="yes">
        <source>Restore %n head(s)</source>
        <translation>
            <numerusform>Restore %n head</numerusform>
            <numerusform>Restore %n heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::AttendedText</name>
    <message numerus="yes">
        <source> … %Ln token(s) … </source>
        <translation>
            <numerusform> … %Ln token … </numerusform>
            <numerusform> … %Ln tokens … </numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::AttentionCompare</name>
    <message numerus="yes">
        <source>%n run(s) waiting</source>
        <translation>
            <numerusform>%n run waiting</numerusform>
            <numerusform>%n runs waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n run(s) are looked into at once.</source>
        <translation>
            <numerusform>Only the first %n run are looked into at once.</numerusform>
            <numerusform>Only the first %n runs are looked into at once.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CompareView</name>
    <message numerus="yes">
        <source>%n more note(s) of this kind.</source>
        <translation>
            <numerusform>%n more note of this kind.</numerusform>
            <numerusform>%n more notes of this kind.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurveLegend</name>
    <message numerus="yes">
        <source>%1: mean of %n runs of one seed</source>
        <translation>
            <numerusform>%1: mean of %n run of one seed</numerusform>
            <numerusform>%1: mean of %n runs of one seed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean and range of %n seeds in %2 runs</source>
        <translation>
            <numerusform>%1: mean and range of %n seed in %2 runs</numerusform>
            <numerusform>%1: mean and range of %n seeds in %2 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean ± SD of %n seeds in %2 runs</source>
        <translation>
            <numerusform>%1: mean ± SD of %n seed in %2 runs</numerusform>
            <numerusform>%1: mean ± SD of %n seeds in %2 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean and range of %n seeds</source>
        <translation>
            <numerusform>%1: mean and range of %n seed</numerusform>
            <numerusform>%1: mean and range of %n seeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean ± SD of %n seeds</source>
        <translation>
            <numerusform>%1: mean ± SD of %n seed</numerusform>
            <numerusform>%1: mean ± SD of %n seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurvePlot</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurveReadout</name>
    <message numerus="yes">
        <source>%n more above or below</source>
        <translation>
            <numerusform>%n more above or below</numerusform>
            <numerusform>%n more above or below</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::DecompositionView</name>
    <message numerus="yes">
        <source>%n keys have values that are not finite</source>
        <translation>
            <numerusform>%n key has a value that is not finite</numerusform>
            <numerusform>%n keys have values that are not finite</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::DevicePicker</name>
    <message numerus="yes">
        <source>CPU, %n cores, %1 free</source>
        <translation>
            <numerusform>CPU, %n core, %1 free</numerusform>
            <numerusform>CPU, %n cores, %1 free</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::EstimatePanel</name>
    <message numerus="yes">
        <source>%1 each, %2 for the last %n kept</source>
        <translation>
            <numerusform>%1 each, %2 for the last %n kept</numerusform>
            <numerusform>%1 each, %2 for the last %n kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>From the %n latest run(s) of about this size on %1: %2 was the fastest. Other work at the same time only slows a run down.</source>
        <translation>
            <numerusform>From the %n latest run of about this size on %1: %2 was the fastest. Other work at the same time only slows a run down.</numerusform>
            <numerusform>From the %n latest runs of about this size on %1: %2 was the fastest. Other work at the same time only slows a run down.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluateDialog</name>
    <message numerus="yes">
        <source>Evaluation of %n run(s), one after the other on each device</source>
        <translation>
            <numerusform>Evaluation of %n run, one after the other on each device</numerusform>
            <numerusform>Evaluation of %n runs, one after the other on each device</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Multiple choice: %n task(s).</source>
        <translation>
            <numerusform>Multiple choice: %n task.</numerusform>
            <numerusform>Multiple choice: %n tasks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::FilmView</name>
    <message numerus="yes">
        <source>%n frame(s) of the film cannot be read: %1</source>
        <translation>
            <numerusform>%n frame of the film cannot be read: %1</numerusform>
            <numerusform>%n frames of the film cannot be read: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::JobsView</name>
    <message numerus="yes">
        <source>End the processes of %n jobs at once?</source>
        <translation>
            <numerusform>End the process of %n job at once?</numerusform>
            <numerusform>End the processes of %n jobs at once?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::LensView</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s): %1</source>
        <translation>
            <numerusform>%n head: %1</numerusform>
            <numerusform>%n heads: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>top %n by needle mass</source>
        <translation>
            <numerusform>top %n by needle mass</numerusform>
            <numerusform>top %n by needle mass</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n random other(s), seed %1</source>
        <translation>
            <numerusform>%n random other, seed %1</numerusform>
            <numerusform>%n random others, seed %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n marked head(s)</source>
        <translation>
            <numerusform>%n marked head</numerusform>
            <numerusform>%n marked heads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::PasteDialog</name>
    <message numerus="yes">
        <source>%n field(s) will change.</source>
        <translation>
            <numerusform>%n field will change.</numerusform>
            <numerusform>%n fields will change.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::PromptPanel</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::RetrievalStrip</name>
    <message numerus="yes">
        <source>, %Ln token(s) before the query</source>
        <translation>
            <numerusform>, %Ln token before the query</numerusform>
            <numerusform>, %Ln tokens before the query</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Needle, %Ln token(s)</source>
        <translation>
            <numerusform>Needle, %Ln token</numerusform>
            <numerusform>Needle, %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::SetupView</name>
    <message numerus="yes">
        <source>%n field(s) differ from %1.</source>
        <translation>
            <numerusform>%n field differs from %1.</numerusform>
            <numerusform>%n fields differ from %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s): show</source>
        <translation>
            <numerusform>%n problem: show</numerusform>
            <numerusform>%n problems: show</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::SweepDialog</name>
    <message numerus="yes">
        <source>&amp;Queue %n run(s)</source>
        <translation>
            <numerusform>&amp;Queue %n run</numerusform>
            <numerusform>&amp;Queue %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) cannot start: the table says what is expected.</source>
        <translation>
            <numerusform>%n run cannot start: the table says what is expected.</numerusform>
            <numerusform>%n runs cannot start: the table says what is expected.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::TokenView</name>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::window::FiguresPart</name>
    <message numerus="yes">
        <source>Reading the files of %n run(s)</source>
        <translation>
            <numerusform>Reading the files of %n run</numerusform>
            <numerusform>Reading the files of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::window::MainWindow</name>
    <message numerus="yes">
        <source>%n job(s) are waiting and will not start until Bamscope is open again.</source>
        <translation>
            <numerusform>%n job is waiting and will not start until Bamscope is open again.</numerusform>
            <numerusform>%n jobs are waiting and will not start until Bamscope is open again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <comment>1: how many the filter shows</comment>
        <translation>
            <numerusform>%1 of %Ln run</numerusform>
            <numerusform>%1 of %Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) found, still looking…</source>
        <translation>
            <numerusform>%Ln run found, still looking…</numerusform>
            <numerusform>%Ln runs found, still looking…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::window::RunsPart</name>
    <message numerus="yes">
        <source>Export the curves of %n run(s)</source>
        <translation>
            <numerusform>Export the curves of %n run</numerusform>
            <numerusform>Export the curves of %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The folders of %n shown run(s) are not there any more.</source>
        <translation>
            <numerusform>The folder of %n shown run is not there any more.</numerusform>
            <numerusform>The folders of %n shown runs are not there any more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::window::TrashPart</name>
    <message numerus="yes">
        <source>move %n run(s) to the trash</source>
        <translation>
            <numerusform>move %n run to the trash</numerusform>
            <numerusform>move %n runs to the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n run(s) to the trash?</source>
        <translation>
            <numerusform>Move %n run to the trash?</numerusform>
            <numerusform>Move %n runs to the trash?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moving %n run(s) to the trash</source>
        <translation>
            <numerusform>Moving %n run to the trash</numerusform>
            <numerusform>Moving %n runs to the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Putting %n run(s) back</source>
        <translation>
            <numerusform>Putting %n run back</numerusform>
            <numerusform>Putting %n runs back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n more run(s) could not be moved.</source>
        <translation>
            <numerusform>%1, and %n more run could not be moved.</numerusform>
            <numerusform>%1, and %n more runs could not be moved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to the trash.</source>
        <translation>
            <numerusform>%n run moved to the trash.</numerusform>
            <numerusform>%n runs moved to the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to the folder .trash of the log folder, since this disk has no trash.</source>
        <translation>
            <numerusform>%n run moved to the folder .trash of the log folder, since this disk has no trash.</numerusform>
            <numerusform>%n runs moved to the folder .trash of the log folder, since this disk has no trash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::work::RunScanner</name>
    <message numerus="yes">
        <source>%n folder(s) below %1 have names that are not in UTF-8 and are not looked into. Rename them to see their runs.</source>
        <translation>
            <numerusform>%n folder below %1 has a name that is not in UTF-8 and is not looked into. Rename it to see its runs.</numerusform>
            <numerusform>%n folders below %1 have names that are not in UTF-8 and are not looked into. Rename them to see their runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>heads</name>
    <message numerus="yes">
        <source>%n head(s) changed</source>
        <translation>
            <numerusform>%n head changed</numerusform>
            <numerusform>%n heads changed</numerusform>
        </translation>
    </message>
</context>
</TS>
