<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AblationFigure</name>
    <message>
        <source>Keys found</source>
        <translation>找到的密钥</translation>
    </message>
    <message>
        <source>Several at once</source>
        <translation>同时多个</translation>
    </message>
    <message>
        <source>Heads ablated</source>
        <translation>消融的头数</translation>
    </message>
    <message>
        <source>those with most attention on the key</source>
        <translation>对密钥注意力最多的头</translation>
    </message>
    <message>
        <source>others at random</source>
        <translation>随机的其他头</translation>
    </message>
    <message>
        <source>Each by itself (dashed: none)</source>
        <translation>逐个消融（虚线：不消融）</translation>
    </message>
    <message>
        <source>Head (layer:head), by attention</source>
        <translation>头（层:头），按注意力</translation>
    </message>
    <message>
        <source>retrieval head, alone</source>
        <translation>检索头，单独</translation>
    </message>
    <message>
        <source>another head, alone</source>
        <translation>其他头，单独</translation>
    </message>
    <message>
        <source>Keys found without some heads, %1 tokens</source>
        <translation>去掉部分头后找到的密钥，%1 个词元</translation>
    </message>
</context>
<context>
    <name>CompareTexts</name>
    <message>
        <source>L%1 H%2</source>
        <comment>a layer and a head, short</comment>
        <translation>第 %1 层 头 %2</translation>
    </message>
    <message>
        <source>says “%1”</source>
        <translation>回答“%1”</translation>
    </message>
    <message>
        <source>found %1</source>
        <translation>找到 %1</translation>
    </message>
    <message>
        <source>says %1 in place of %2</source>
        <translation>回答 %1，而非 %2</translation>
    </message>
    <message>
        <source>%1 puts %2 on the needle (%3 times uniform)</source>
        <translation>%1 将 %2 的注意力放在针上（均匀分布的 %3 倍）</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>The runs have other tokenizers or prompts: the same text is other tokens to each, so positions differ.</source>
        <translation>这些运行的分词器或提示不同：同一文本对各运行是不同的词元，因此位置不同。</translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n run(s); the lowest and the highest are %1</source>
        <translation>
            <numerusform>%n 个运行的均值；最低值和最高值为 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean over %n prompt length(s)</source>
        <translation>
            <numerusform>%n 个提示长度的均值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n length(s)</source>
        <comment>of accuracies</comment>
        <translation>
            <numerusform>%n 个长度的均值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n digit(s)</source>
        <translation>
            <numerusform>%n 位数字</numerusform>
        </translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Bold: the best of its row.</source>
        <translation>粗体：该行的最佳值。</translation>
    </message>
    <message>
        <source>≈: not significantly worse (bootstrap over prompts and exact test, both at 0.05; Holm&apos;s correction over lengths).</source>
        <translation>≈：并非显著更差（对提示做自助法，并做精确检验，水平均为 0.05；对各长度做 Holm 校正）。</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>CurveReader</name>
    <message>
        <source>%1 has no train.log, so there is no curve to draw.</source>
        <translation>%1 没有 train.log，因此没有曲线可绘制。</translation>
    </message>
    <message>
        <source>%1 was cut or replaced; its curve was read again from the start.</source>
        <translation>%1 被截断或替换；其曲线已从头重新读取。</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n line(s) that are no rows; its curve is drawn without them.</source>
        <translation>
            <numerusform>%1 中有 %n 行不是数据行；曲线绘制时已忽略。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
</context>
<context>
    <name>EvaluationTexts</name>
    <message>
        <source>Pass key</source>
        <translation>通行密钥</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>按位置的困惑度</translation>
    </message>
    <message>
        <source>Sliding perplexity</source>
        <translation>滑动窗口困惑度</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>选择题</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Share of prompts whose key was found, the mean over all lengths. Depths: %1. More is better.</source>
        <translation>找到密钥的提示所占比例，对所有长度取平均。深度：%1。越大越好。</translation>
    </message>
    <message>
        <source>One long forward over %1: how well far positions are predicted with everything before them in sight. Less is better.</source>
        <translation>对 %1 做一次长前向：在看得到前面全部内容时，远处位置预测得多好。越小越好。</translation>
    </message>
    <message>
        <source>A window of fixed length moved over %1: how well the text is predicted. Less is better.</source>
        <translation>固定长度的窗口在 %1 上滑动：文本预测得多好。越小越好。</translation>
    </message>
    <message>
        <source>Share of the wanted answers in what the model wrote, the mean over all lengths. Task: %1. More is better.</source>
        <translation>模型所写内容中含有所求答案的比例，对所有长度取平均。任务：%1。越大越好。</translation>
    </message>
    <message>
        <source>Share of questions of %1 whose likeliest choice is the right one. More is better.</source>
        <translation>%1 中最可能的选项正确的题目所占比例。越大越好。</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>每字节比特数</translation>
    </message>
    <message>
        <source>Normalized accuracy (acc_norm)</source>
        <translation>归一化准确率 (acc_norm)</translation>
    </message>
    <message>
        <source>Accuracy (acc)</source>
        <translation>准确率 (acc)</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>bits per byte</source>
        <translation>每字节比特数</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a task or text, and which number of it</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>How well %1 is predicted, in bits for each byte of its text, which compares between tokenizers. Less is better.</source>
        <translation>对 %1 的预测有多好，以其文本每字节的比特数计，可在不同分词器之间比较。越小越好。</translation>
    </message>
    <message>
        <source>Share of questions of %1 whose likeliest choice for its length is the right one. More is better.</source>
        <translation>%1 中按长度归一后最可能的选项为正确答案的题目比例。越大越好。</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Pass-key accuracy by length</source>
        <translation>各长度的密钥准确率</translation>
    </message>
    <message>
        <source>From results.json, with Wilson bands where counts are known</source>
        <translation>来自 results.json；计数已知时带 Wilson 区间带</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>各位置的困惑度</translation>
    </message>
    <message>
        <source>From results.json, a panel for each text</source>
        <translation>来自 results.json，每个文本一个窗格</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>From eval.log, means of runs that differ in their seed only</source>
        <translation>来自 eval.log，仅随机种子不同的运行取均值</translation>
    </message>
    <message>
        <source>θβ and θα of all heads</source>
        <translation>所有头的 θβ 和 θα</translation>
    </message>
    <message>
        <source>From the last step of priors.csv, with the three regimes marked</source>
        <translation>来自 priors.csv 的最后一步，并标出三种形态</translation>
    </message>
    <message>
        <source>Biases by regime</source>
        <translation>各形态的偏置</translation>
    </message>
    <message>
        <source>From the last step of priors.csv: b(δ) of every head, grouped by θβ</source>
        <translation>来自 priors.csv 的最后一步：每个头的 b(δ)，按 θβ 分组</translation>
    </message>
    <message>
        <source>Retrieval heads being born</source>
        <translation>检索头的诞生</translation>
    </message>
    <message>
        <source>From the film of one run&apos;s training: every head&apos;s mass on the needle</source>
        <translation>取自一次运行的训练影片：每个头在针上的质量</translation>
    </message>
    <message>
        <source>Attention of heads with θβ ≤ 0</source>
        <translation>θβ ≤ 0 的头的注意力</translation>
    </message>
    <message>
        <source>Runs a pass key of 1,024 tokens through the newest checkpoint of one run of BAM</source>
        <translation>用一次 BAM 运行的最新检查点处理 1,024 个词元的密钥提示</translation>
    </message>
    <message>
        <source>Pass-key accuracy by depth and length</source>
        <translation>各深度和长度的密钥准确率</translation>
    </message>
    <message>
        <source>From results.json, a map for each run: where in the prompt the key is found</source>
        <translation>来自 results.json，每次运行一张图：在提示的何处找到密钥</translation>
    </message>
    <message>
        <source>RULER by length</source>
        <translation>各长度的 RULER</translation>
    </message>
    <message>
        <source>From results.json, a panel for each task</source>
        <translation>来自 results.json，每个任务一个面板</translation>
    </message>
    <message>
        <source>Sliding perplexity</source>
        <translation>滑动困惑度</translation>
    </message>
    <message>
        <source>From results.json, a panel for each text: every run with its interval</source>
        <translation>来自 results.json，每个文本一个面板：每个运行及其区间</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>多项选择</translation>
    </message>
    <message>
        <source>From results.json: accuracy in each task with its interval, and acc_norm</source>
        <translation>来自 results.json：每个任务的准确率及其区间，以及 acc_norm</translation>
    </message>
    <message>
        <source>Biases by distance</source>
        <translation>偏置与距离</translation>
    </message>
    <message>
        <source>From the newest checkpoint: b(δ) of every head, of any encoding that adds a bias</source>
        <translation>来自最新检查点：每个头的 b(δ)，适用于任何加偏置的编码</translation>
    </message>
</context>
<context>
    <name>JobOutcome</name>
    <message>
        <source>The process was killed from outside (signal 9)</source>
        <translation>进程被外部强制结束（信号 9）</translation>
    </message>
    <message>
        <source>The process was ended by signal %1 (%2)</source>
        <translation>进程被信号 %1 (%2) 终止</translation>
    </message>
    <message>
        <source>The process ended with status %1 and without saying why</source>
        <translation>进程以状态 %1 结束，未说明原因</translation>
    </message>
    <message>
        <source>The process ended without a word, perhaps killed for want of memory</source>
        <translation>进程未留下任何信息就结束了，可能因内存不足而被强制结束</translation>
    </message>
    <message>
        <source>%1; the last line of its errors is “%2”</source>
        <translation>%1；其错误输出的最后一行是“%2”</translation>
    </message>
    <message>
        <source>Look at the log.</source>
        <translation>请查看日志。</translation>
    </message>
    <message>
        <source>Killed on request.</source>
        <translation>已按要求强制结束。</translation>
    </message>
    <message>
        <source>Resume goes on from the newest checkpoint, if there is one.</source>
        <translation>恢复时将从最新的检查点（如果有）继续。</translation>
    </message>
    <message>
        <source>Systems do this when memory runs out: use a smaller batch_size with the same tokens_per_step, or a smaller model. Resume goes on from the newest checkpoint, if there is one.</source>
        <translation>系统在内存不足时会这样做：请在 tokens_per_step 不变时减小 batch_size，或使用更小的模型。若有检查点，恢复时从最新的检查点继续。</translation>
    </message>
    <message>
        <source>The log may tell more. Resume goes on from the newest checkpoint, if there is one.</source>
        <translation>日志中可能有更多信息。若有检查点，恢复时从最新的检查点继续。</translation>
    </message>
</context>
<context>
    <name>Launch</name>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>无法打开 %1：%2</translation>
    </message>
    <message>
        <source>Check the space and the permissions of that folder.</source>
        <translation>请检查该文件夹的可用空间和权限。</translation>
    </message>
    <message>
        <source>The folder %1 is not there</source>
        <translation>文件夹 %1 不存在</translation>
    </message>
    <message>
        <source>It was removed since this job was made; make the job again.</source>
        <translation>它在创建此任务后被删除；请重新创建任务。</translation>
    </message>
    <message>
        <source>The program was moved or removed while this window was open; start Bamscope again.</source>
        <translation>程序在此窗口打开期间被移动或删除；请重新启动 Bamscope。</translation>
    </message>
    <message>
        <source>Close other programs and start the job again.</source>
        <translation>请关闭其他程序，然后重新启动任务。</translation>
    </message>
    <message>
        <source>The program %1 cannot be started: %2</source>
        <translation>无法启动程序 %1：%2</translation>
    </message>
</context>
<context>
    <name>LogFeed</name>
    <message>
        <source>note: the first %1 are not shown; the whole log is in %2</source>
        <translation>注意：开头的 %1 未显示；完整日志位于 %2</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
</context>
<context>
    <name>LossView</name>
    <message>
        <source>Checkpoint at step %1: %2</source>
        <translation>第 %1 步的检查点：%2</translation>
    </message>
    <message>
        <source>Resumed at step %1: %2</source>
        <translation>于第 %1 步恢复：%2</translation>
    </message>
    <message>
        <source>Spike at step %1: %2 instead of about %3: %4</source>
        <translation>第 %1 步出现尖峰：%2，而非约 %3：%4</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/s</translation>
    </message>
    <message>
        <source>Perplexity (per token)</source>
        <translation>困惑度 (每词元)</translation>
    </message>
    <message>
        <source>Training perplexity (per token)</source>
        <translation>训练困惑度 (每词元)</translation>
    </message>
    <message>
        <source>Validation perplexity (per token)</source>
        <translation>验证困惑度 (每词元)</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>损失 (nat/词元)</translation>
    </message>
    <message>
        <source>Training loss (nats per token)</source>
        <translation>训练损失 (nat/词元)</translation>
    </message>
    <message>
        <source>Validation loss (nats per token)</source>
        <translation>验证损失 (nat/词元)</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1，验证</translation>
    </message>
</context>
<context>
    <name>PriorFigures</name>
    <message>
        <source>L%1 H%2</source>
        <comment>a layer and a head, short</comment>
        <translation>第 %1 层 头 %2</translation>
    </message>
    <message>
        <source>Learned priors of all heads</source>
        <translation>所有头学到的先验</translation>
    </message>
    <message>
        <source>θβ (shape)</source>
        <translation>θβ（形状）</translation>
    </message>
    <message>
        <source>θα (scale)</source>
        <translation>θα（尺度）</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Biases of all heads by regime</source>
        <translation>所有头的偏置，按形态划分</translation>
    </message>
    <message>
        <source>Distance δ (tokens)</source>
        <translation>距离 δ (词元)</translation>
    </message>
    <message>
        <source>Bias b(δ)</source>
        <translation>偏置 b(δ)</translation>
    </message>
    <message>
        <source>Attention of heads with θβ ≤ 0</source>
        <translation>θβ ≤ 0 的头的注意力</translation>
    </message>
    <message>
        <source>Attention of heads with θβ ≤ 0: %1</source>
        <translation>θβ ≤ 0 的头的注意力：%1</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
    <message>
        <source>Head, θβ ascending</source>
        <translation>头，按 θβ 升序</translation>
    </message>
    <message>
        <source>%1, θβ %2</source>
        <translation>%1，θβ %2</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>针</translation>
    </message>
    <message>
        <source>This prior</source>
        <translation>此先验</translation>
    </message>
    <message>
        <source>δ = %1</source>
        <translation>δ = %1</translation>
    </message>
    <message>
        <source>%1: b = %2, p = %3, mass up to here %4</source>
        <comment>1: title of a curve</comment>
        <translation>%1：b = %2，p = %3，到此处的累积质量 %4</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <source>With SSMax (λ = %1): effective context %2, 90 % within %3</source>
        <translation>使用 SSMax（λ = %1）：有效上下文 %2，90 % 在 %3 以内</translation>
    </message>
    <message>
        <source>Without SSMax: effective context %1, 90 % within %2</source>
        <translation>不使用 SSMax：有效上下文 %1，90 % 在 %2 以内</translation>
    </message>
    <message>
        <source>Biases of all heads, of a query that sees %1 keys</source>
        <translation>所有头的偏置，查询可见 %1 个键</translation>
    </message>
</context>
<context>
    <name>PriorHeads</name>
    <message>
        <source>%1 has no priors: with %2 all positions count the same.</source>
        <translation>%1 没有先验：使用 %2 时所有位置同等对待。</translation>
    </message>
    <message>
        <source>Choose a run with BAM, whose heads learn how far they look, or one with ALiBi.</source>
        <translation>请选择使用 BAM 的运行（其头会学习看多远），或使用 ALiBi 的运行。</translation>
    </message>
    <message>
        <source>%1 has no priors: %2 tells positions through queries, keys or embeddings, not through a prior.</source>
        <translation>%1 没有先验：%2 通过查询、键或嵌入来区分位置，而不是通过先验。</translation>
    </message>
    <message>
        <source>The priors of %1 are being read…</source>
        <translation>正在读取 %1 的先验…</translation>
    </message>
    <message>
        <source>The priors of %1 cannot be read: %2</source>
        <translation>无法读取 %1 的先验：%2</translation>
    </message>
    <message>
        <source>Runs of this program write priors.csv with every validation; runs of the official code do not.</source>
        <translation>本程序的运行在每次验证时写入 priors.csv；官方代码的运行则不会。</translation>
    </message>
    <message>
        <source>%1 has not written any priors yet.</source>
        <translation>%1 尚未写入任何先验。</translation>
    </message>
    <message>
        <source>They come with the first validation.</source>
        <translation>先验会在第一次验证时写入。</translation>
    </message>
    <message>
        <source>priors.csv of %1 has no values of θα and θβ.</source>
        <translation>%1 的 priors.csv 没有 θα 和 θβ 的值。</translation>
    </message>
    <message>
        <source>The columns theta_alpha and theta_beta are expected in its first line, with a number in every row.</source>
        <translation>其第一行应有 theta_alpha 和 theta_beta 两列，且每一行都应有数字。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>1: layer and head, 2: run</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Its prior is not in priors.csv at this step.</source>
        <translation>此步的 priors.csv 中没有它的先验。</translation>
    </message>
    <message>
        <source>Fixed slope %1</source>
        <translation>固定斜率 %1</translation>
    </message>
    <message>
        <source>They are read from its checkpoints.</source>
        <translation>它们从该运行的检查点读取。</translation>
    </message>
    <message>
        <source>%1 has no checkpoint yet.</source>
        <translation>%1 还没有检查点。</translation>
    </message>
    <message>
        <source>The bias of %1 is read from checkpoints; no two numbers per head describe it.</source>
        <translation>%1 的偏置从检查点读取；每个头两个数不足以描述它。</translation>
    </message>
    <message>
        <source>b(0) = %1, b(%2) = %3</source>
        <translation>b(0) = %1，b(%2) = %3</translation>
    </message>
</context>
<context>
    <name>PriorPreset</name>
    <message>
        <source>&amp;NoPE: no prior</source>
        <translation>NoPE：无先验(&amp;N)</translation>
    </message>
    <message>
        <source>Every key counts the same: b is 0. θβ = 0 gives the same up to a constant.</source>
        <translation>所有键同等对待：b 为 0。θβ = 0 的结果与此只差一个常数。</translation>
    </message>
    <message>
        <source>&amp;Laplace (θβ = 1)</source>
        <translation>拉普拉斯 (θβ = 1)(&amp;L)</translation>
    </message>
    <message>
        <source>Probability falls by the same factor with each token, as with ALiBi.</source>
        <translation>每远一个词元，概率按同一倍数下降，与 ALiBi 相同。</translation>
    </message>
    <message>
        <source>&amp;Gaussian (θβ = 2)</source>
        <translation>高斯 (θβ = 2)(&amp;G)</translation>
    </message>
    <message>
        <source>A bell: a neighbourhood that counts, and next to nothing beyond it.</source>
        <translation>钟形：邻近范围起作用，范围之外几乎为零。</translation>
    </message>
    <message>
        <source>&amp;Heavy tail (0 &lt; θβ &lt; 1)</source>
        <translation>重尾 (0 &lt; θβ &lt; 1)(&amp;H)</translation>
    </message>
    <message>
        <source>Near tokens count more, far ones are never forgotten.</source>
        <translation>近处的词元权重更大，远处的也永远不会被遗忘。</translation>
    </message>
    <message>
        <source>&amp;Inverted (θβ &lt; 0)</source>
        <translation>反转 (θβ &lt; 0)(&amp;I)</translation>
    </message>
    <message>
        <source>The neighbourhood is suppressed and attention goes to far tokens: the shape of retrieval heads.</source>
        <translation>邻近范围被抑制，注意力投向远处的词元：这是检索头的形状。</translation>
    </message>
</context>
<context>
    <name>PriorReader</name>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>there is no priors.csv in %1.</source>
        <translation>%1 中没有 priors.csv。</translation>
    </message>
</context>
<context>
    <name>PriorText</name>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Without a prior, position alone prefers no key.</source>
        <translation>没有先验时，仅凭位置不会偏好任何键。</translation>
    </message>
    <message>
        <source>At θβ = 0 the bias is the constant %1 at all distances, which the softmax removes: there is no scale α, whatever θα is.</source>
        <translation>θβ = 0 时，偏置在所有距离上都是常数 %1，会被 softmax 消去：无论 θα 为何值，都不存在尺度 α。</translation>
    </message>
    <message>
        <source>So near to θβ = 0 the scale α = e&lt;sup&gt;−θα/θβ&lt;/sup&gt; is larger or smaller than any number that can be written.</source>
        <translation>θβ 如此接近 0 时，尺度 α = e&lt;sup&gt;−θα/θβ&lt;/sup&gt; 会大于或小于任何可以写出的数。</translation>
    </message>
    <message>
        <source>Uniform, as NoPE</source>
        <translation>均匀，同 NoPE</translation>
    </message>
    <message>
        <source>Laplace, as ALiBi</source>
        <translation>拉普拉斯，同 ALiBi</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>高斯</translation>
    </message>
    <message>
        <source>Heavy tail</source>
        <translation>重尾</translation>
    </message>
    <message>
        <source>Between Laplace and Gaussian</source>
        <translation>介于拉普拉斯与高斯之间</translation>
    </message>
    <message>
        <source>Flat top, hard edge</source>
        <translation>平顶，硬边缘</translation>
    </message>
    <message>
        <source>Inverted</source>
        <translation>反转</translation>
    </message>
    <message>
        <source>All keys count the same: position decides nothing.</source>
        <translation>所有键同等对待：位置不起任何作用。</translation>
    </message>
    <message>
        <source>Each further token counts less by the same factor, so there is an end to what is seen.</source>
        <translation>每远一个词元，权重按同一倍数减小，因此可见范围有尽头。</translation>
    </message>
    <message>
        <source>A neighbourhood counts, and next to nothing beyond it.</source>
        <translation>邻近范围起作用，范围之外几乎为零。</translation>
    </message>
    <message>
        <source>Near tokens count more, and far ones are never quite forgotten.</source>
        <translation>近处的词元权重更大，远处的也不会被完全遗忘。</translation>
    </message>
    <message>
        <source>A neighbourhood with soft edges.</source>
        <translation>边缘柔和的邻近范围。</translation>
    </message>
    <message>
        <source>All of a neighbourhood counts the same, and nothing beyond it.</source>
        <translation>邻近范围内全部同等对待，范围之外为零。</translation>
    </message>
    <message>
        <source>The neighbourhood is suppressed and far tokens get the attention: the shape of retrieval heads.</source>
        <translation>邻近范围被抑制，远处的词元获得注意力：这是检索头的形状。</translation>
    </message>
    <message>
        <source>The nearest tokens stand back a little; all others count about the same.</source>
        <translation>最近的词元权重略低；其余的权重大致相同。</translation>
    </message>
    <message>
        <source>Local: θβ &gt; 0</source>
        <translation>局部：θβ &gt; 0</translation>
    </message>
    <message>
        <source>Broad: −0.6 &lt; θβ ≤ 0</source>
        <translation>宽泛：−0.6 &lt; θβ ≤ 0</translation>
    </message>
    <message>
        <source>Inverted: θβ ≤ −0.6</source>
        <translation>反转：θβ ≤ −0.6</translation>
    </message>
    <message>
        <source>Half of the mass lies within %1, 99 % within %2; effective context %3 of %4.</source>
        <translation>一半的质量在 %1 以内，99 % 在 %2 以内；有效上下文 %3，共 %4。</translation>
    </message>
    <message>
        <source>With ALiBi, Scalable-Softmax scales the content alone: the prior stays as it is.</source>
        <translation>使用 ALiBi 时，Scalable-Softmax 只缩放内容项：先验保持不变。</translation>
    </message>
    <message>
        <source>Without a prior there is nothing for Scalable-Softmax to scale.</source>
        <translation>没有先验时，Scalable-Softmax 没有可缩放的先验。</translation>
    </message>
    <message>
        <source>Without Scalable-Softmax the bias is the same for every length of text.</source>
        <translation>不使用 Scalable-Softmax 时，偏置对任何文本长度都相同。</translation>
    </message>
    <message>
        <source>At %1 keys Scalable-Softmax takes the bias times %2; at the training length of %3 it was %4.</source>
        <translation>有 %1 个键时，Scalable-Softmax 将偏置乘以 %2；在训练长度 %3 时为 %4。</translation>
    </message>
    <message>
        <source>Layer %1 · head %2</source>
        <translation>第 %1 层 · 头 %2</translation>
    </message>
    <message>
        <source>%1 of %2, step %3</source>
        <comment>1: layer and head</comment>
        <translation>%2 的 %1，第 %3 步</translation>
    </message>
    <message>
        <source>the numbers of the checkpoint</source>
        <translation>检查点中的数值</translation>
    </message>
    <message>
        <source>Power law</source>
        <translation>幂律</translation>
    </message>
    <message>
        <source>A shape of its own</source>
        <translation>自成一形</translation>
    </message>
    <message>
        <source>Near tokens count more, and each doubling of the distance costs about the same factor.</source>
        <translation>近处的词元更重要，距离每加倍一次，权重约减少相同的倍数。</translation>
    </message>
    <message>
        <source>With this encoding Scalable-Softmax scales the content alone: the prior stays as it is.</source>
        <translation>使用此编码时，Scalable-Softmax 只缩放内容：先验保持不变。</translation>
    </message>
    <message>
        <source>Slowing fall with ripples</source>
        <translation>渐缓下降并有波纹</translation>
    </message>
    <message>
        <source>The bias is a curve of its own, which no few numbers tell.</source>
        <translation>该偏置是一条自成的曲线，无法用几个数描述。</translation>
    </message>
    <message>
        <source>Near tokens count more; each further token costs less than the one before, and far away the cosines ripple.</source>
        <translation>近处的 token 更重要；每远一个 token 的代价都比前一个小，远处余弦会起波纹。</translation>
    </message>
</context>
<context>
    <name>RunModel</name>
    <message>
        <source>Queued</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>失联</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Data ended</source>
        <translation>数据已用完</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <comment>group, number of its runs that are shown, and of all</comment>
        <translation>%1（%2/%3）</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>已导入</translation>
    </message>
</context>
<context>
    <name>RunQuery</name>
    <message>
        <source>model size, such as l12</source>
        <translation>模型规模，例如 l12</translation>
    </message>
    <message>
        <source>positional encoding, such as bam_ssmax</source>
        <translation>位置编码，例如 bam_ssmax</translation>
    </message>
    <message>
        <source>one of its tags</source>
        <translation>其标签之一</translation>
    </message>
    <message>
        <source>its note</source>
        <translation>其备注</translation>
    </message>
    <message>
        <source>path of its folder</source>
        <translation>其文件夹的路径</translation>
    </message>
    <message>
        <source>where it trains or trained, such as cuda:0</source>
        <translation>当前或曾经的训练设备，例如 cuda:0</translation>
    </message>
    <message>
        <source>last training loss</source>
        <translation>最近的训练损失</translation>
    </message>
    <message>
        <source>last validation loss</source>
        <translation>最近的验证损失</translation>
    </message>
    <message>
        <source>steps done</source>
        <translation>已完成的步数</translation>
    </message>
    <message>
        <source>steps in all</source>
        <translation>总步数</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>random seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>number of its folder</source>
        <translation>其文件夹的编号</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>yes 或 no</translation>
    </message>
    <message>
        <source>A quotation mark is missing at the end.</source>
        <translation>末尾缺少引号。</translation>
    </message>
    <message>
        <source>There is no field “%1”. Put text with a colon in quotation marks.</source>
        <translation>没有字段“%1”。含冒号的文本请放在引号中。</translation>
    </message>
    <message>
        <source>There is no field “%1”; did you mean “%2”?</source>
        <translation>没有字段“%1”；您是指“%2”吗？</translation>
    </message>
    <message>
        <source>A value is missing after “%1”.</source>
        <translation>“%1”后缺少值。</translation>
    </message>
    <message>
        <source>“%1” takes a number, such as %1&lt;3; “%2” is none.</source>
        <translation>“%1”需要数字，例如 %1&lt;3；“%2”不是数字。</translation>
    </message>
    <message>
        <source>“%1” is a text: use %1: (holds) or %1= (is).</source>
        <translation>“%1”是文本：请使用 %1:（包含）或 %1=（等于）。</translation>
    </message>
    <message>
        <source>&lt;p&gt;Shows the runs for which all words hold. Example:&lt;br&gt;&lt;code&gt;bam size:l12 state:running loss&amp;lt;3 -rope &quot;long run&quot;&lt;/code&gt;&lt;/p&gt;&lt;p&gt;A word is looked for in name, state, tags, note and folder. A minus in front turns it around; quotation marks keep words together; &lt;code&gt;=&lt;/code&gt; asks for the whole value.&lt;/p&gt;</source>
        <translation>&lt;p&gt;显示符合所有词的运行。示例：&lt;br&gt;&lt;code&gt;bam size:l12 state:running loss&amp;lt;3 -rope &quot;long run&quot;&lt;/code&gt;&lt;/p&gt;&lt;p&gt;每个词会在名称、状态、标签、备注和文件夹中查找。前面加减号表示取反；引号使多个词保持为一个整体；&lt;code&gt;=&lt;/code&gt; 要求与整个值相等。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>tokens per step</source>
        <translation>每步 token 数</translation>
    </message>
    <message>
        <source>queued, running, paused, finished, failed, stopped, lost, imported or unknown</source>
        <translation>queued、running、paused、finished、failed、stopped、lost、imported 或 unknown</translation>
    </message>
</context>
<context>
    <name>RunTitles</name>
    <message>
        <source>%1 · seed %2</source>
        <comment>a run&apos;s title</comment>
        <translation>%1 · 种子 %2</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>Distance δ to the key (tokens)</source>
        <translation>到键的距离 δ (词元)</translation>
    </message>
    <message>
        <source>Bias b(δ)</source>
        <translation>偏置 b(δ)</translation>
    </message>
    <message>
        <source>b(%1) = %2 lies below</source>
        <translation>b(%1) = %2 位于下方</translation>
    </message>
    <message>
        <source>Probability p(δ)</source>
        <translation>概率 p(δ)</translation>
    </message>
    <message>
        <source>all alike: 1/n</source>
        <translation>全部相同：1/n</translation>
    </message>
    <message>
        <source>Mass up to δ</source>
        <translation>到 δ 为止的质量</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: share, 2: distance</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Keys that the query sees, n (tokens)</source>
        <translation>查询可见的键数 n (词元)</translation>
    </message>
    <message>
        <source>Reach (tokens)</source>
        <translation>作用范围 (词元)</translation>
    </message>
    <message>
        <source>90 % of mass</source>
        <translation>90 % 的质量</translation>
    </message>
    <message>
        <source>Effective, SSMax</source>
        <translation>有效，SSMax</translation>
    </message>
    <message>
        <source>90 %, SSMax</source>
        <translation>90 %，SSMax</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>训练长度</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>Bias by distance</source>
        <translation>偏置随距离的变化</translation>
    </message>
    <message>
        <source>Prior of a query that sees %1 keys</source>
        <translation>可见 %1 个键的查询的先验</translation>
    </message>
    <message>
        <source>How far the mass reaches</source>
        <translation>质量延伸多远</translation>
    </message>
    <message>
        <source>Reach by length, with and without SSMax</source>
        <translation>各长度的作用范围，使用与不使用 SSMax</translation>
    </message>
    <message>
        <source>Priors of %1 at step %2</source>
        <translation>%1 在第 %2 步的先验</translation>
    </message>
    <message>
        <source>Distance (tokens)</source>
        <translation>距离 (词元)</translation>
    </message>
    <message>
        <source>Heads, layer by layer</source>
        <translation>头，逐层排列</translation>
    </message>
    <message>
        <source>Heads by θβ</source>
        <translation>头，按 θβ 排列</translation>
    </message>
    <message>
        <source>Heads by effective context</source>
        <translation>头，按有效上下文排列</translation>
    </message>
    <message>
        <source>p / largest p</source>
        <translation>p / p 的最大值</translation>
    </message>
    <message>
        <source>b, least to largest</source>
        <translation>b，从最小到最大</translation>
    </message>
    <message>
        <source>Shape and scale of all heads at step %1</source>
        <translation>第 %1 步所有头的形状和尺度</translation>
    </message>
    <message>
        <source>%1 of all heads through training</source>
        <translation>训练过程中所有头的 %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>有效</translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>This model has no such head</source>
        <translation>此模型没有这个头</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>针</translation>
    </message>
    <message>
        <source>Attention of the answer&apos;s queries</source>
        <translation>答案各查询的注意力</translation>
    </message>
    <message>
        <source>Share of answers found</source>
        <translation>找到的答案比例</translation>
    </message>
    <message>
        <source>Place in the text (tokens)</source>
        <translation>文本中的位置（词元）</translation>
    </message>
</context>
<context>
    <name>bam::figures</name>
    <message>
        <source>training length</source>
        <translation>训练长度</translation>
    </message>
    <message>
        <source>Pass-key accuracy by length</source>
        <translation>各长度的密钥准确率</translation>
    </message>
    <message>
        <source>Prompt length (tokens)</source>
        <translation>提示长度 (词元)</translation>
    </message>
    <message>
        <source>Pass-key accuracy</source>
        <translation>密钥准确率</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>各位置的困惑度</translation>
    </message>
    <message>
        <source>Position (tokens)</source>
        <translation>位置 (词元)</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Validation loss (nats)</source>
        <translation>验证损失 (nat)</translation>
    </message>
    <message>
        <source>Pass-key accuracy by depth and length</source>
        <translation>各深度和长度的密钥准确率</translation>
    </message>
    <message>
        <source>Depth of the key (%)</source>
        <translation>密钥深度（%）</translation>
    </message>
    <message>
        <source>RULER by length</source>
        <translation>各长度的 RULER</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>Training loss (means of up to %1 rows)</source>
        <translation>训练损失（最多 %1 行的均值）</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Training loss (nats)</source>
        <translation>训练损失（nats）</translation>
    </message>
    <message>
        <source>Sliding perplexity</source>
        <translation>滑动困惑度</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>多项选择</translation>
    </message>
    <message>
        <source>Accuracy (acc)</source>
        <translation>准确率 (acc)</translation>
    </message>
    <message>
        <source>Normalized accuracy (acc_norm)</source>
        <translation>归一化准确率 (acc_norm)</translation>
    </message>
</context>
<context>
    <name>bam::figures::FigureDialog</name>
    <message>
        <source>Save figure</source>
        <translation>保存图</translation>
    </message>
    <message>
        <source>&amp;Copy as image</source>
        <translation>复制为图像(&amp;C)</translation>
    </message>
    <message>
        <source>Put the picture with the chosen dots per inch on the clipboard</source>
        <translation>按所选的每英寸点数将图像放到剪贴板</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Write the chosen files</source>
        <translation>写入所选的文件</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>图预览</translation>
    </message>
    <message>
        <source>&amp;Fit into the window</source>
        <translation>适应窗口(&amp;F)</translation>
    </message>
    <message>
        <source>Without it the preview is as large as it will be on paper, by what the screen says of its size</source>
        <translation>不选此项时，预览按屏幕报告的尺寸显示为纸上的实际大小</translation>
    </message>
    <message>
        <source>Vector, exact size, fonts embedded: for papers</source>
        <translation>矢量，尺寸精确，嵌入字体：用于论文</translation>
    </message>
    <message>
        <source>Vector, for the web and for drawing programs</source>
        <translation>矢量，用于网页和绘图程序</translation>
    </message>
    <message>
        <source>Pixels, with the dots per inch below</source>
        <translation>像素，使用下方的每英寸点数</translation>
    </message>
    <message>
        <source>pgfplots: text that follows the paper&apos;s fonts, with the data as CSV beside it</source>
        <translation>pgfplots：文字使用论文的字体，数据另存为 CSV</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>SVG</source>
        <translation>SVG</translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>TeX</source>
        <translation>TeX</translation>
    </message>
    <message>
        <source>Width of the figure on paper</source>
        <translation>图在纸上的宽度</translation>
    </message>
    <message>
        <source>Height of the figure on paper</source>
        <translation>图在纸上的高度</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Unit of width and height; a point is 1/72 inch</source>
        <translation>宽度和高度的单位；1 点为 1/72 英寸</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Widths of columns and pages of conferences and journals</source>
        <translation>会议和期刊的栏宽与页宽</translation>
    </message>
    <message>
        <source>Another width</source>
        <translation>其他宽度</translation>
    </message>
    <message>
        <source>&amp;Width for</source>
        <translation>宽度用于(&amp;W)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Keep &amp;proportions</source>
        <translation>保持比例(&amp;P)</translation>
    </message>
    <message>
        <source>The height follows the width</source>
        <translation>高度随宽度变化</translation>
    </message>
    <message>
        <source>Font of all texts; it is embedded into PDF files</source>
        <translation>所有文字的字体；会嵌入到 PDF 文件中</translation>
    </message>
    <message>
        <source>F&amp;ont</source>
        <translation>字体(&amp;O)</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Size of labels on paper; captions of papers have 8 to 10 points</source>
        <translation>标签在纸上的大小；论文的图注为 8 到 10 点</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Width of curves</source>
        <translation>曲线的线宽</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>线条(&amp;L)</translation>
    </message>
    <message>
        <source>Size of markers</source>
        <translation>标记点的大小</translation>
    </message>
    <message>
        <source>&amp;Markers</source>
        <translation>标记点(&amp;M)</translation>
    </message>
    <message>
        <source>Grey tells curves apart by lightness, dashes and markers alone</source>
        <translation>灰度仅以明暗、虚线和标记点区分曲线</translation>
    </message>
    <message>
        <source>Colours of the encodings</source>
        <translation>编码的颜色</translation>
    </message>
    <message>
        <source>Grey, safe to print</source>
        <translation>灰度，适合打印</translation>
    </message>
    <message>
        <source>Colo&amp;urs</source>
        <translation>颜色(&amp;U)</translation>
    </message>
    <message>
        <source>Where the names of curves stand</source>
        <translation>曲线名称的位置</translation>
    </message>
    <message>
        <source>Where there is room</source>
        <translation>有空间的地方</translation>
    </message>
    <message>
        <source>Inside the axes</source>
        <translation>坐标轴内</translation>
    </message>
    <message>
        <source>In a column of its own</source>
        <translation>单独一列</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>下方</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>L&amp;egend</source>
        <translation>图例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>标题(&amp;T)</translation>
    </message>
    <message>
        <source>Papers put it into the caption instead</source>
        <translation>论文通常将其放在图注中</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>网格(&amp;G)</translation>
    </message>
    <message>
        <source>Thin lines at the ticks</source>
        <translation>刻度处的细线</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Dots per inch of PNG files and of copied images</source>
        <translation>PNG 文件和复制图像的每英寸点数</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>分辨率(&amp;R)</translation>
    </message>
    <message>
        <source>Folder that the files are written to</source>
        <translation>写入文件的文件夹</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择该文件夹</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Name of the files, without ending</source>
        <translation>文件名，不含扩展名</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Fol&amp;der</source>
        <translation>文件夹(&amp;D)</translation>
    </message>
    <message>
        <source>The .json file holds the figure itself: bamscope --batch figure makes the other files from it again</source>
        <translation>.json 文件保存图本身：bamscope --batch figure 可由它重新生成其他文件</translation>
    </message>
    <message>
        <source>Choose at least one kind of file.</source>
        <translation>请至少选择一种文件。</translation>
    </message>
    <message>
        <source>The name is needed, without folders.</source>
        <translation>需要填写名称，不含文件夹。</translation>
    </message>
    <message>
        <source>Choose the folder that the files go to.</source>
        <translation>请选择文件要写入的文件夹。</translation>
    </message>
    <message>
        <source>Writes %1.</source>
        <translation>将写入 %1。</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
</context>
<context>
    <name>bam::figures::FigurePlot</name>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Band: %1 to %2</source>
        <translation>区间带：%1 到 %2</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>保存图…</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>bam::models::JobModel</name>
    <message>
        <source>%1 %2/s</source>
        <comment>amount and unit per second</comment>
        <translation>%1 %2/s</translation>
    </message>
    <message>
        <source>Run directory: %1</source>
        <translation>运行目录：%1</translation>
    </message>
    <message>
        <source>Queued, place %1</source>
        <translation>排队中，第 %1 位</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Evaluate %1</source>
        <translation>评估 %1</translation>
    </message>
    <message>
        <source>Build dataset %1</source>
        <translation>构建数据集 %1</translation>
    </message>
    <message>
        <source>Train tokenizer %1</source>
        <translation>训练分词器 %1</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 / %2 步</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Where it computes. A device runs one job of the queue at a time.</source>
        <translation>计算所用的设备。每个设备一次只运行队列中的一个任务。</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Waits for disk space, place %1</source>
        <translation>等待磁盘空间，第 %1 位</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1，版本 %2</translation>
    </message>
    <message>
        <source>Job %1 of %2: %3</source>
        <translation>任务 %1/%2：%3</translation>
    </message>
    <message>
        <source>%1, step %2 of %3</source>
        <comment>1: which job</comment>
        <translation>%1，第 %2/%3 步</translation>
    </message>
</context>
<context>
    <name>bam::models::RunModel</name>
    <message>
        <source>No tag</source>
        <translation>无标签</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Size, encoding and version, with the colour of its curves. Pinned runs come first.</source>
        <translation>规模、编码和版本，以及曲线的颜色。已置顶的运行排在最前。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Model size, such as l12 (12 layers)</source>
        <translation>模型规模，例如 l12（12 层）</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Number of the run&apos;s folder</source>
        <translation>运行文件夹的编号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>What the run&apos;s process last said. Lost: it says it is running, but its process is gone.</source>
        <translation>运行的进程最近报告的状态。失联：它报告正在运行，但其进程已不存在。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Optimiser steps done, and in all</source>
        <translation>已完成的优化器步数和总步数</translation>
    </message>
    <message>
        <source>Train loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Of the last step, in nats per token</source>
        <translation>最近一步的值，单位为 nat/词元</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Of the last validation, in nats per token</source>
        <translation>最近一次验证的值，单位为 nat/词元</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>词元/s</translation>
    </message>
    <message>
        <source>Training speed of the last step, all devices together</source>
        <translation>最近一步的训练速度，所有设备合计</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Until the last step, at the speed since the last start</source>
        <translation>按上次启动以来的速度，到最后一步所需的时间</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>First start, in local time</source>
        <translation>首次启动的本地时间</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Words to find runs by, separated by commas. Double-click to edit.</source>
        <translation>用于查找运行的词，以英文逗号分隔。双击可编辑。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Kept in the run&apos;s folder. Double-click to edit.</source>
        <translation>保存在运行的文件夹中。双击可编辑。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>group and number of its runs</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, number of runs: %2</source>
        <translation>%1，运行数：%2</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>steps done and in all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>It says it is running, but its process is gone. Resume it from its last checkpoint.</source>
        <translation>它报告正在运行，但其进程已不存在。请从最后一个检查点恢复。</translation>
    </message>
    <message>
        <source>Made by the official code</source>
        <translation>由官方代码生成</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>随机种子 %1</translation>
    </message>
    <message>
        <source>Device %1 on %2</source>
        <translation>设备 %1，位于 %2</translation>
    </message>
    <message>
        <source>an unknown machine</source>
        <translation>未知机器</translation>
    </message>
    <message>
        <source>%1 tokens per step</source>
        <translation>每步 %1 个词元</translation>
    </message>
    <message>
        <source>The data is enough for %1 of the %2 steps that were asked for. Add data, or ask for fewer steps.</source>
        <translation>数据只够所要求的 %2 步中的 %1 步。请增加数据，或减少步数。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Random seed of weights and data order</source>
        <translation>权重和数据顺序的随机种子</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up, at its highest</source>
        <translation>预热之后的最高学习率</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批量</translation>
    </message>
    <message>
        <source>Tokens per optimiser step, all devices together</source>
        <translation>每个优化步的 token 数，所有设备合计</translation>
    </message>
    <message>
        <source>Imported from %1. It has curves only and is never written again.</source>
        <translation>导入自 %1。只有曲线，不会再被写入。</translation>
    </message>
</context>
<context>
    <name>bam::plots::CurveStack</name>
    <message>
        <source>Key %1, distance %2</source>
        <translation>键 %1，距离 %2</translation>
    </message>
    <message>
        <source>“%1” — %2</source>
        <comment>token, place</comment>
        <translation>“%1” — %2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>curve, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Distance to the key (tokens)</source>
        <translation>到键的距离 (词元)</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
</context>
<context>
    <name>bam::plots::HeatmapWidget</name>
    <message>
        <source>Attention weight</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>Attention matrix</source>
        <translation>注意力矩阵</translation>
    </message>
    <message>
        <source>“%1” → “%2”</source>
        <comment>query token, key token</comment>
        <translation>“%1” → “%2”</translation>
    </message>
    <message>
        <source>Query %1, key %2, distance %3</source>
        <translation>查询 %1，键 %2，距离 %3</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a value, number</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>positions from, to</comment>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>Largest of queries %1 and keys %2</source>
        <translation>查询 %1 和键 %2 的最大值</translation>
    </message>
    <message>
        <source>Mean of queries %1 and keys %2</source>
        <translation>查询 %1 和键 %2 的均值</translation>
    </message>
    <message numerus="yes">
        <source>Largest of the %n pairs at this pixel</source>
        <translation>
            <numerusform>此像素处 %n 个键对的最大值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the %n pairs at this pixel</source>
        <translation>
            <numerusform>此像素处 %n 个键对的均值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Largest of the %n pairs about here</source>
        <translation>
            <numerusform>此处附近 %n 个键对的最大值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the %n pairs about here</source>
        <translation>
            <numerusform>此处附近 %n 个键对的均值</numerusform>
        </translation>
    </message>
    <message>
        <source>Query position (tokens)</source>
        <translation>查询位置 (词元)</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
    <message>
        <source>Loading exact values…</source>
        <translation>正在加载精确值…</translation>
    </message>
    <message numerus="yes">
        <source>%n values are not finite; they are drawn in magenta</source>
        <translation>
            <numerusform>%n 个值不是有限数；以品红色绘制</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::ui::Banner</name>
    <message>
        <source>Dismiss this message</source>
        <translation>关闭此消息</translation>
    </message>
</context>
<context>
    <name>bam::ui::BannerArea</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>还有 %n 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Shows the older messages, too, or the newest alone</source>
        <translation>同时显示较早的消息，或只显示最新的一条</translation>
    </message>
</context>
<context>
    <name>bam::ui::RopeChoice</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>RoPE 缩放</translation>
    </message>
    <message>
        <source>How rotary embeddings are stretched to longer texts than in training, without further training. It starts from the length of the run&apos;s training; the command line takes another one.</source>
        <translation>旋转编码如何在不再训练的情况下拉伸到比训练更长的文本。从该运行的训练长度开始；命令行可另行指定。</translation>
    </message>
    <message>
        <source>Factor of RoPE scaling</source>
        <translation>RoPE 缩放倍数</translation>
    </message>
    <message>
        <source>How many times longer than in training texts shall be: 8 for 4,096 tokens after 512. Larger than needed costs accuracy.</source>
        <translation>文本将是训练时的多少倍长：训练 512 后取 8 即 4,096 个 token。超过所需会损失准确率。</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>1: method of RoPE scaling; 2: factor</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 × %2 of %3 tokens</source>
        <comment>1: method of RoPE scaling; 2: factor; 3: length of the training</comment>
        <translation>%1 × %2（基于 %3 个 token）</translation>
    </message>
</context>
<context>
    <name>bam::views</name>
    <message>
        <source>Not paired: the outcomes of single prompts were not kept by one of the tests. Evaluate again to compare prompt by prompt.</source>
        <translation>未配对：其中一个测试未保留单个提示的结果。重新评测后可逐个提示比较。</translation>
    </message>
    <message>
        <source>Not paired: the prompts of the official code are drawn anew for each test.</source>
        <translation>未配对：官方代码的提示在每次测试时重新抽取。</translation>
    </message>
    <message>
        <source>Not paired: the prompts have other seeds.</source>
        <translation>未配对：提示的随机种子不同。</translation>
    </message>
    <message>
        <source>Not paired: the prompts were made with other tokenizers.</source>
        <translation>未配对：提示由不同的分词器生成。</translation>
    </message>
    <message>
        <source>Not paired: the prompts have other numbers of tokens.</source>
        <translation>未配对：提示的词元数不同。</translation>
    </message>
    <message>
        <source>Not paired: the numbers of prompts differ.</source>
        <translation>未配对：提示数不同。</translation>
    </message>
    <message>
        <source>Not tested: the number of prompts is not known.</source>
        <translation>未检验：提示数未知。</translation>
    </message>
    <message>
        <source>95 % Wilson interval %1, from %2 prompts</source>
        <translation>95 % Wilson 区间 %1，基于 %2 个提示</translation>
    </message>
    <message>
        <source>%1 below %2, 95 % interval %3 to %4</source>
        <translation>比 %2 低 %1，95 % 区间为 %3 到 %4</translation>
    </message>
    <message>
        <source>Paired bootstrap over %1 prompts, 10,000 resamples: %2; exact sign test: %3</source>
        <translation>对 %1 个提示做配对自助法，重采样 10,000 次：%2；精确符号检验：%3</translation>
    </message>
    <message>
        <source>Bootstrap of two proportions, %1 prompts each, 10,000 resamples: %2; Fisher&apos;s exact test: %3</source>
        <translation>两个比例的自助法，各 %1 个提示，重采样 10,000 次：%2；Fisher 精确检验：%3</translation>
    </message>
    <message>
        <source>After Holm&apos;s correction over the lengths of this column: %1</source>
        <translation>对此列各长度做 Holm 校正后：%1</translation>
    </message>
    <message>
        <source>Significantly worse than the best (α = 0.05, both tests).</source>
        <translation>显著差于最佳值（α = 0.05，两种检验）。</translation>
    </message>
    <message>
        <source>Not significantly worse than the best (α = 0.05): the difference may be chance.</source>
        <translation>并非显著差于最佳值（α = 0.05）：差异可能出于偶然。</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <comment>a prompt length</comment>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>Validation loss, last</source>
        <translation>验证损失，最近</translation>
    </message>
    <message>
        <source>Validation loss, best</source>
        <translation>验证损失，最佳</translation>
    </message>
    <message>
        <source>Perplexity on %1</source>
        <translation>%1 上的困惑度</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>已见词元数</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>Not compared: data, windows or tokenizers differ, so these are measures of different things.</source>
        <translation>不作比较：数据、窗口或分词器不同，因此它们衡量的不是同一事物。</translation>
    </message>
    <message>
        <source>Share of pass-key prompts of this length whose key was found. Each column is tested against the best one; p is corrected over its lengths after Holm.</source>
        <translation>此长度的密钥提示中找到密钥的比例。每一列与最佳列作检验；p 值按 Holm 方法对该列各长度校正。</translation>
    </message>
    <message>
        <source>Mean accuracy over the lengths that all columns have, each length counting alike. Tested once, so without correction.</source>
        <translation>所有列共有的各长度上的平均准确率，各长度权重相同。只检验一次，因此不作校正。</translation>
    </message>
    <message>
        <source>Cross-entropy on held-back tokens at the last validation, in nats per token. One number per run, so there is no test.</source>
        <translation>最近一次验证时留出词元上的交叉熵，单位为 nat/词元。每个运行只有一个数，因此没有检验。</translation>
    </message>
    <message>
        <source>The lowest cross-entropy of all validations, in nats per token.</source>
        <translation>所有验证中最低的交叉熵，单位为 nat/词元。</translation>
    </message>
    <message>
        <source>exp of the mean cross-entropy over all positions of one long forward. Windows of one text are not independent, so there is no test.</source>
        <translation>一次长前向传播中所有位置的平均交叉熵的 exp。同一文本的窗口并不独立，因此没有检验。</translation>
    </message>
    <message>
        <source>All parameters of the model, embeddings among them.</source>
        <translation>模型的全部参数，包括嵌入。</translation>
    </message>
    <message>
        <source>Steps done, times tokens per step.</source>
        <translation>已完成的步数乘以每步词元数。</translation>
    </message>
    <message>
        <source>Time of training, resumed time included.</source>
        <translation>训练所用时间，包括恢复后的时间。</translation>
    </message>
    <message>
        <source>p &lt; 0.001</source>
        <translation>p &lt; 0.001</translation>
    </message>
    <message>
        <source>p = %1</source>
        <translation>p = %1</translation>
    </message>
    <message>
        <source>Not tested at this length.</source>
        <translation>此长度未检验。</translation>
    </message>
    <message>
        <source>Not known.</source>
        <translation>未知。</translation>
    </message>
    <message>
        <source>The highest of this row.</source>
        <translation>此行的最高值。</translation>
    </message>
    <message>
        <source>The lowest of this row.</source>
        <translation>此行的最低值。</translation>
    </message>
    <message>
        <source>Seeds are taken as they are: the test speaks about prompts, not about other seeds.</source>
        <translation>随机种子视为给定：检验针对的是提示，而不是其他种子。</translation>
    </message>
    <message>
        <source>equidistant depths</source>
        <translation>等距深度</translation>
    </message>
    <message>
        <source>random depths</source>
        <translation>随机深度</translation>
    </message>
    <message>
        <source>key at the beginning</source>
        <translation>密钥在开头</translation>
    </message>
    <message>
        <source>key at the end</source>
        <translation>密钥在末尾</translation>
    </message>
    <message>
        <source>%1, %2, %3 of them given</source>
        <translation>%1，%2，其中 %3 已给出</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Not compared: some prompts have the official code&apos;s double space before the digits, others do not.</source>
        <translation>未比较：部分提示在数字前带有官方代码的双空格，其余没有。</translation>
    </message>
</context>
<context>
    <name>bam::views::AnswerPanel</name>
    <message>
        <source>Likeliest at position %1:</source>
        <translation>位置 %1 处最可能的词元：</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>未更改</translation>
    </message>
    <message>
        <source>What</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>重新运行</translation>
    </message>
    <message>
        <source>Ablate the top</source>
        <translation>消融排名最前的头</translation>
    </message>
    <message>
        <source>Ablate as many others</source>
        <translation>消融同样多的其他头</translation>
    </message>
    <message>
        <source>At each change</source>
        <translation>每次更改时</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Restore all heads</source>
        <translation>还原所有头</translation>
    </message>
    <message>
        <source>Save the answer as a figure…</source>
        <translation>将答案保存为图…</translation>
    </message>
    <message>
        <source>Save the answer as a figure</source>
        <translation>将答案保存为图</translation>
    </message>
    <message>
        <source>Answer, token by token</source>
        <translation>逐词元的答案</translation>
    </message>
    <message>
        <source>One row per token of the answer: what was expected, what the model says, and how likely it found the expected token. Hover a row for the five likeliest.</source>
        <translation>答案的每个词元一行：期望的词元、模型的回答，以及模型给期望词元的概率。将鼠标悬停在某行上可查看最可能的五个词元。</translation>
    </message>
    <message>
        <source>Changed heads</source>
        <translation>已更改的头</translation>
    </message>
    <message>
        <source>Every head as it was trained</source>
        <translation>所有头均为训练所得</translation>
    </message>
    <message>
        <source>What the next capture changes in the model. Right-click heads in the strip or the map to add some; the checkpoint itself stays as it is.</source>
        <translation>下一次捕获对模型所作的更改。在条带或图中右键单击头可添加；检查点本身保持不变。</translation>
    </message>
    <message>
        <source>Restores the heads selected in this list (Del)</source>
        <translation>还原此列表中选中的头 (Del)</translation>
    </message>
    <message>
        <source>Restore the selected heads</source>
        <translation>还原选中的头</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Captures the shown prompt again with these changes</source>
        <translation>以这些更改重新捕获所示提示</translation>
    </message>
    <message>
        <source>Runs the shown prompt again as soon as a head is changed or restored</source>
        <translation>只要有头被更改或还原，就重新运行所示提示</translation>
    </message>
    <message>
        <source>How many heads</source>
        <translation>头的数量</translation>
    </message>
    <message>
        <source>How many heads are ablated: they give nothing to the layers after them</source>
        <translation>消融多少个头：它们不再向其后的层提供任何内容</translation>
    </message>
    <message>
        <source>Seed of the choice</source>
        <translation>选择所用的种子</translation>
    </message>
    <message>
        <source>Decides which other heads are taken; it counts up by itself, so that pressing again takes others</source>
        <translation>决定选取哪些其他头；它会自动递增，因此再次按下会选取另一些头</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>种子 </translation>
    </message>
    <message>
        <source>Outcomes</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>One row per capture of this prompt: which heads were changed, how many tokens of the answer were right, and how likely the model found the expected answer (geometric mean).</source>
        <translation>此提示的每次捕获一行：更改了哪些头、答案中有多少个词元正确，以及模型给期望答案的概率（几何平均）。</translation>
    </message>
    <message>
        <source>Ablates the heads with the most mass on the needle, and runs the prompt again</source>
        <translation>消融在针上质量最大的头，并重新运行提示</translation>
    </message>
    <message>
        <source>Ablates as many heads that are not among them, chosen by the seed, and runs the prompt again: the comparison that tells whether the top ones matter</source>
        <translation>从其余的头中按种子选取同样多的头进行消融，并重新运行提示：此对照可说明排名最前的头是否重要</translation>
    </message>
    <message numerus="yes">
        <source>Restore %n head(s)</source>
        <translation>
            <numerusform>还原 %n 个头</numerusform>
        </translation>
    </message>
    <message>
        <source>The answer appears here after a capture.</source>
        <translation>捕获后，答案会显示在此处。</translation>
    </message>
    <message>
        <source>Next comes %1</source>
        <translation>接下来是 %1</translation>
    </message>
    <message>
        <source>✓ Retrieved.</source>
        <translation>✓ 已检索到。</translation>
    </message>
    <message>
        <source>✗ Not retrieved.</source>
        <translation>✗ 未检索到。</translation>
    </message>
    <message>
        <source>The model says %1.</source>
        <translation>模型回答 %1。</translation>
    </message>
    <message>
        <source>The model says %1, %2 was hidden: %3 of %4 right.</source>
        <translation>模型回答 %1，隐藏的是 %2：%4 个中有 %3 个正确。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>bam::views::AttendedText</name>
    <message>
        <source>Prompt, coloured by attention</source>
        <translation>提示，按注意力着色</translation>
    </message>
    <message>
        <source>Left and right choose the query, with Ctrl the key. Return opens the stretch that was left out before it.</source>
        <translation>左右方向键选择查询，按住 Ctrl 则选择键。Return 展开其前面省略的片段。</translation>
    </message>
    <message>
        <source>The brighter a token, the more attention the query (inverted) gives to it. Click: look from this token; Ctrl and click: choose it as key; click on a stretch that was left out: show it.</source>
        <translation>词元越亮，查询（反色显示）给它的注意力越多。单击：从此词元查看；Ctrl+单击：将其选为键；单击省略的片段：显示该片段。</translation>
    </message>
    <message>
        <source>The prompt appears here, coloured by attention, after a capture.</source>
        <translation>捕获后，提示会显示在此处，并按注意力着色。</translation>
    </message>
    <message numerus="yes">
        <source> … %Ln token(s) … </source>
        <translation>
            <numerusform> … %Ln 个词元 … </numerusform>
        </translation>
    </message>
    <message>
        <source>Token %1 %2</source>
        <comment>1: position; 2: quoted token</comment>
        <translation>词元 %1 %2</translation>
    </message>
    <message>
        <source>%1: weight %2</source>
        <translation>%1：权重 %2</translation>
    </message>
    <message>
        <source>%1: not seen by this query</source>
        <translation>%1：此查询不可见</translation>
    </message>
</context>
<context>
    <name>bam::views::AttentionCompare</name>
    <message>
        <source>Attention of the runs side by side</source>
        <translation>各运行的注意力并排显示</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Tokens of the pass-key prompt; whole filler sentences meet it and never exceed it</source>
        <translation>密钥提示的词元数；由完整的填充句子凑成，绝不超出</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个词元</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Where the key stands: 0 % at the beginning, 100 % at the end</source>
        <translation>密钥所在的位置：0 % 为开头，100 % 为末尾</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Of the key: equal seeds give every run the same prompt</source>
        <translation>密钥的种子：种子相同时，每个运行得到相同的提示</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Heads shown</source>
        <translation>显示的头</translation>
    </message>
    <message>
        <source>Best: of each run the head with most attention on the needle. One: the same layer and head in every run. All: every head, best first.</source>
        <translation>最佳：每个运行中在针上注意力最多的头。单个：每个运行中相同的层和头。全部：所有头，最佳的在前。</translation>
    </message>
    <message>
        <source>Best head of each run</source>
        <translation>每个运行的最佳头</translation>
    </message>
    <message>
        <source>One head in all runs</source>
        <translation>所有运行的同一个头</translation>
    </message>
    <message>
        <source>All heads, best first</source>
        <translation>所有头，最佳的在前</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer of the head, from 0</source>
        <translation>头所在的层，从 0 开始</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Number of the head in its layer, from 0</source>
        <translation>头在其层中的编号，从 0 开始</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>颜色标度</translation>
    </message>
    <message>
        <source>How attention becomes colour, the same for all runs: logarithmic shows small weights, linear the large ones</source>
        <translation>注意力如何转换为颜色，所有运行相同：对数标度突出小权重，线性标度突出大权重</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop looking into the runs that are not done yet</source>
        <translation>停止查看尚未完成的运行</translation>
    </message>
    <message>
        <source>Run the prompt through the last checkpoint of every run and show where the answer looks</source>
        <translation>用每个运行的最后一个检查点运行该提示，并显示答案关注何处</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a run and how far it is</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 could not be looked into: %2</source>
        <translation>无法查看 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) waiting</source>
        <translation>
            <numerusform>%n 个运行在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n run(s) are looked into at once.</source>
        <translation>
            <numerusform>一次只查看前 %n 个运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Select runs in the list to see their attention side by side.</source>
        <translation>在列表中选择运行，以并排查看其注意力。</translation>
    </message>
    <message>
        <source>Looking into the first run…</source>
        <translation>正在查看第一个运行…</translation>
    </message>
    <message>
        <source>“Look” runs one pass-key prompt through every run&apos;s last checkpoint and shows, side by side, which tokens its answer attends to.</source>
        <translation>“查看”会用每个运行的最后一个检查点运行一个密钥提示，并排显示其答案关注哪些词元。</translation>
    </message>
</context>
<context>
    <name>bam::views::CompareView</name>
    <message>
        <source>Select runs in the list to compare them: what they achieved, in what they differ, and where they look.</source>
        <translation>在列表中选择运行以进行比较：它们取得的结果、彼此的差异以及关注的位置。</translation>
    </message>
    <message>
        <source>A column for each run</source>
        <translation>每个运行一列</translation>
    </message>
    <message>
        <source>A column for each encoding</source>
        <translation>每种编码一列</translation>
    </message>
    <message>
        <source>Runs one by one, or runs that are equal but for their seed as one: the mean, with the lowest and the highest around it</source>
        <translation>逐个运行显示，或将仅种子不同的运行合为一个：显示均值及最低值和最高值</translation>
    </message>
    <message>
        <source>What a column is</source>
        <translation>一列代表什么</translation>
    </message>
    <message>
        <source>Which pass-key prompts are compared: where the key stands, and how many digits it has</source>
        <translation>比较哪些密钥提示：密钥所在的位置及其位数</translation>
    </message>
    <message>
        <source>Pass-key prompts</source>
        <translation>密钥提示</translation>
    </message>
    <message>
        <source>&amp;Accuracy</source>
        <translation>准确率(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Perplexity</source>
        <translation>困惑度(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>损失(&amp;L)</translation>
    </message>
    <message>
        <source>Show pass-key accuracy by prompt length</source>
        <translation>显示各提示长度的密钥准确率</translation>
    </message>
    <message>
        <source>Show perplexity by position</source>
        <translation>显示各位置的困惑度</translation>
    </message>
    <message>
        <source>Show validation loss by step</source>
        <translation>显示各步的验证损失</translation>
    </message>
    <message>
        <source>&amp;Intervals</source>
        <translation>区间(&amp;I)</translation>
    </message>
    <message>
        <source>Show intervals beside the values of the table</source>
        <translation>在表格的值旁显示区间</translation>
    </message>
    <message>
        <source>Copy the table as &amp;text</source>
        <translation>将表格复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Tab-separated values, for spreadsheets</source>
        <translation>以制表符分隔的值，用于电子表格</translation>
    </message>
    <message>
        <source>Copy the table as &amp;Markdown</source>
        <translation>将表格复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>For README files, issues and notes</source>
        <translation>用于 README 文件、issue 和笔记</translation>
    </message>
    <message>
        <source>Copy the table as La&amp;TeX</source>
        <translation>将表格复制为 LaTeX(&amp;X)</translation>
    </message>
    <message>
        <source>A tabular with the rules of the package booktabs</source>
        <translation>使用 booktabs 宏包线条的 tabular</translation>
    </message>
    <message>
        <source>&amp;Save the table…</source>
        <translation>保存表格(&amp;S)…</translation>
    </message>
    <message>
        <source>Write the open table to a .tsv, .md or .tex file</source>
        <translation>将打开的表格写入 .tsv、.md 或 .tex 文件</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Copy or save the table that is open below</source>
        <translation>复制或保存下方打开的表格</translation>
    </message>
    <message>
        <source>Save the figure of &amp;accuracy…</source>
        <translation>保存准确率的图(&amp;A)…</translation>
    </message>
    <message>
        <source>Save the figure of &amp;perplexity…</source>
        <translation>保存困惑度的图(&amp;P)…</translation>
    </message>
    <message>
        <source>Save the figure of &amp;loss…</source>
        <translation>保存损失的图(&amp;L)…</translation>
    </message>
    <message>
        <source>Save the figure of atte&amp;ntion…</source>
        <translation>保存注意力的图(&amp;N)…</translation>
    </message>
    <message>
        <source>As PDF, SVG, PNG or pgfplots, as large as a column of a paper</source>
        <translation>保存为 PDF、SVG、PNG 或 pgfplots，尺寸与论文的一栏相同</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Save what is drawn as a figure for a paper</source>
        <translation>将所绘内容保存为论文用图</translation>
    </message>
    <message>
        <source>Pass-key accuracy by prompt length</source>
        <translation>各提示长度的密钥准确率</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>各位置的困惑度</translation>
    </message>
    <message>
        <source>Validation loss by step</source>
        <translation>各步的验证损失</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Parameters that differ</source>
        <translation>不同的参数</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，运行 %2</translation>
    </message>
    <message>
        <source>Select a second run to see in what the two differ.</source>
        <translation>再选择一个运行，以查看两者的差异。</translation>
    </message>
    <message>
        <source>Model, training and data are the same, as far as the files tell.</source>
        <translation>就文件所示，模型、训练和数据相同。</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>no pass-key results</source>
        <translation>没有密钥测试结果</translation>
    </message>
    <message numerus="yes">
        <source>%n more note(s) of this kind.</source>
        <translation>
            <numerusform>另有 %n 条此类说明。</numerusform>
        </translation>
    </message>
    <message>
        <source>None of these runs has perplexity by position. Evaluate them with a text to measure it on.</source>
        <translation>这些运行都没有各位置的困惑度。请使用用于测量的文本对其进行评测。</translation>
    </message>
    <message>
        <source>None of these runs was tested with pass keys. Evaluate them first.</source>
        <translation>这些运行都未做过密钥测试。请先对其进行评测。</translation>
    </message>
</context>
<context>
    <name>bam::views::CurveLegend</name>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Click: hide or show. Double click: only this one.</source>
        <translation>单击：隐藏或显示。双击：仅显示此项。</translation>
    </message>
    <message numerus="yes">
        <source>%1: mean of %n runs of one seed</source>
        <translation>
            <numerusform>%1：同一随机种子的 %n 次运行的平均</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean and range of %n seeds in %2 runs</source>
        <translation>
            <numerusform>%1：%n 个随机种子（%2 次运行）的平均与范围</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean ± SD of %n seeds in %2 runs</source>
        <translation>
            <numerusform>%1：%n 个随机种子（%2 次运行）的平均 ± 标准差</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean and range of %n seeds</source>
        <translation>
            <numerusform>%1：%n 个随机种子的平均与范围</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean ± SD of %n seeds</source>
        <translation>
            <numerusform>%1：%n 个随机种子的平均 ± 标准差</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurveLegendModel</name>
    <message>
        <source>%1, hidden</source>
        <translation>%1，已隐藏</translation>
    </message>
</context>
<context>
    <name>bam::views::CurvePlot</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurveReadout</name>
    <message numerus="yes">
        <source>%n more above or below</source>
        <translation>
            <numerusform>上方或下方还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (step %2)</source>
        <translation>%1（步 %2）</translation>
    </message>
</context>
<context>
    <name>bam::views::DatasetBuilder</name>
    <message>
        <source>Build a dataset</source>
        <translation>构建数据集</translation>
    </message>
    <message>
        <source>First documents</source>
        <translation>前几篇文档</translation>
    </message>
    <message>
        <source>&amp;Build</source>
        <translation>构建(&amp;B)</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Files or folders of .txt, .jsonl (also .gz and .zst) and .parquet. Drop them here.</source>
        <translation>.txt、.jsonl（也可为 .gz 和 .zst）和 .parquet 文件或其文件夹。请拖放到此处。</translation>
    </message>
    <message>
        <source>Files and folders to read</source>
        <translation>要读取的文件和文件夹</translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation>添加文件(&amp;F)…</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation>添加文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Key of JSONL rows or column of Parquet files that holds the text</source>
        <translation>存放文本的 JSONL 行的键或 Parquet 文件的列</translation>
    </message>
    <message>
        <source>each line of a .txt file</source>
        <translation>.txt 文件的每一行</translation>
    </message>
    <message>
        <source>each .txt file as a whole</source>
        <translation>每个完整的 .txt 文件</translation>
    </message>
    <message>
        <source>begins with BOS</source>
        <translation>以 BOS 开头</translation>
    </message>
    <message>
        <source>ends with EOS</source>
        <translation>以 EOS 结尾</translation>
    </message>
    <message>
        <source>&amp;Column</source>
        <translation>列(&amp;C)</translation>
    </message>
    <message>
        <source>A &amp;document is</source>
        <translation>每篇文档是(&amp;D)</translation>
    </message>
    <message>
        <source>and</source>
        <translation>并且</translation>
    </message>
    <message>
        <source>Add texts</source>
        <translation>添加文本</translation>
    </message>
    <message>
        <source>Texts (*.txt *.jsonl *.jsonl.gz *.jsonl.zst *.txt.gz *.txt.zst *.parquet);;All files (*)</source>
        <translation>文本 (*.txt *.jsonl *.jsonl.gz *.jsonl.zst *.txt.gz *.txt.zst *.parquet);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Add a folder of texts</source>
        <translation>添加文本文件夹</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>a .model file</source>
        <translation>一个 .model 文件</translation>
    </message>
    <message>
        <source>train a new one</source>
        <translation>训练新的分词器</translation>
    </message>
    <message>
        <source>sentencepiece models (*.model *.model.*);;All files (*)</source>
        <translation>sentencepiece 模型 (*.model *.model.*);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Size of the vocabulary: small ones suit small models; the paper uses 32,768</source>
        <translation>词表大小：小词表适合小模型；论文使用 32,768</translation>
    </message>
    <message>
        <source>every digit is a piece of its own</source>
        <translation>每个数字字符单独成为一个词片</translation>
    </message>
    <message>
        <source>The pass-key test needs it</source>
        <translation>密钥测试需要此项</translation>
    </message>
    <message>
        <source>add the pass-key sentences</source>
        <translation>加入密钥句子</translation>
    </message>
    <message>
        <source>Small vocabularies then spell the test&apos;s prompts in few pieces</source>
        <translation>这样，小词表也能用较少的词片拼出测试提示</translation>
    </message>
    <message>
        <source>sentencepiece models (*.model)</source>
        <translation>sentencepiece 模型 (*.model)</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>使用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Pieces</source>
        <translation>词片数(&amp;P)</translation>
    </message>
    <message>
        <source>Trained on</source>
        <translation>训练文本</translation>
    </message>
    <message>
        <source>Written to</source>
        <translation>写入到</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>分片</translation>
    </message>
    <message>
        <source>A new or empty folder; this is the dataset to choose in the set-up</source>
        <translation>新的或空的文件夹；这就是设置中要选择的数据集</translation>
    </message>
    <message>
        <source>Fo&amp;lder</source>
        <translation>文件夹(&amp;L)</translation>
    </message>
    <message>
        <source>Add files or folders of text.</source>
        <translation>请添加文本文件或文件夹。</translation>
    </message>
    <message>
        <source>Name the column that holds the text.</source>
        <translation>请指定存放文本的列。</translation>
    </message>
    <message>
        <source>Say where the new tokenizer is to be written.</source>
        <translation>请指定新分词器的写入位置。</translation>
    </message>
    <message>
        <source>Choose a tokenizer.</source>
        <translation>请选择分词器。</translation>
    </message>
    <message>
        <source>Choose a folder for the shards.</source>
        <translation>请选择存放分片的文件夹。</translation>
    </message>
    <message>
        <source>Starts as a job in the queue; the window stays free</source>
        <translation>作为队列中的任务启动；窗口仍可使用</translation>
    </message>
    <message>
        <source>The first documents and where the tokenizer cuts them appear here as soon as there are texts.</source>
        <translation>添加文本后，此处会显示前几篇文档以及分词器的切分位置。</translation>
    </message>
    <message>
        <source>the texts above</source>
        <translation>上面的文本</translation>
    </message>
</context>
<context>
    <name>bam::views::DecompositionMaps</name>
    <message>
        <source>%1: %2</source>
        <comment>name of a map, value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>不是有限数</translation>
    </message>
    <message>
        <source>λ and ln Z by query</source>
        <translation>各查询的 λ 和 ln Z</translation>
    </message>
    <message>
        <source>λ: %1, ln Z: %2</source>
        <translation>λ：%1，ln Z：%2</translation>
    </message>
    <message>
        <source>Point at a pair to read its factors. A click takes its query apart.</source>
        <translation>将鼠标指向一个键对可读取其各因子。单击可分解其查询。</translation>
    </message>
    <message>
        <source>Query %1, key %2, distance %3</source>
        <translation>查询 %1，键 %2，距离 %3</translation>
    </message>
    <message>
        <source>%1: “%2” → “%3”</source>
        <comment>place, query token, key token</comment>
        <translation>%1：“%2” → “%3”</translation>
    </message>
</context>
<context>
    <name>bam::views::DecompositionView</name>
    <message>
        <source>Content score q·k/√d</source>
        <translation>内容分数 q·k/√d</translation>
    </message>
    <message>
        <source>Prior term p·b(δ)</source>
        <translation>先验项 p·b(δ)</translation>
    </message>
    <message>
        <source>Content probability</source>
        <translation>内容概率</translation>
    </message>
    <message>
        <source>Position probability</source>
        <translation>位置概率</translation>
    </message>
    <message>
        <source>Joint attention</source>
        <translation>联合注意力</translation>
    </message>
    <message>
        <source>Content score</source>
        <translation>内容分数</translation>
    </message>
    <message>
        <source>Prior term</source>
        <translation>先验项</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>联合</translation>
    </message>
    <message>
        <source>Scaled content λ·q·k/√d</source>
        <translation>缩放后的内容 λ·q·k/√d</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>Log bias</source>
        <translation>对数偏置</translation>
    </message>
    <message>
        <source>%1, Z = %2</source>
        <translation>%1，Z = %2</translation>
    </message>
    <message numerus="yes">
        <source>%n keys have values that are not finite</source>
        <translation>
            <numerusform>%n 个键的值不是有限数</numerusform>
        </translation>
    </message>
    <message>
        <source>Joint = content × prior × Z holds: largest deviation %1</source>
        <translation>联合 = 内容 × 先验 × Z 成立：最大偏差 %1</translation>
    </message>
    <message>
        <source>Joint = content × prior × Z does not hold: deviation %1 at key %2</source>
        <translation>联合 = 内容 × 先验 × Z 不成立：键 %2 处偏差 %1</translation>
    </message>
    <message>
        <source>Distance to the key (tokens)</source>
        <translation>到键的距离 (词元)</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
    <message>
        <source>One query</source>
        <translation>单个查询</translation>
    </message>
    <message>
        <source>Whole head</source>
        <translation>整个头</translation>
    </message>
    <message>
        <source>The factors of one query&apos;s attention, as curves over the keys</source>
        <translation>单个查询的注意力的各个因子，显示为沿键的曲线</translation>
    </message>
    <message>
        <source>The factors of all queries&apos; attention, as maps that move together</source>
        <translation>所有查询的注意力的各个因子，显示为同步移动的图</translation>
    </message>
    <message>
        <source>&amp;Query</source>
        <translation>查询(&amp;Q)</translation>
    </message>
    <message>
        <source>Position of the query</source>
        <translation>查询的位置</translation>
    </message>
    <message>
        <source>The query that is taken apart: its position in the prompt. A click into a matrix chooses one too</source>
        <translation>要分解的查询：它在提示中的位置。单击矩阵也可选择一个</translation>
    </message>
    <message>
        <source>Log distance</source>
        <translation>对数距离</translation>
    </message>
    <message>
        <source>Draw over the distance from query to key, logarithmic: what a prior depends on. Off: over key positions</source>
        <translation>以查询到键的距离为横轴，按对数绘制：先验取决于此距离。关闭时：以键位置为横轴</translation>
    </message>
    <message>
        <source>Log probability</source>
        <translation>对数概率</translation>
    </message>
    <message>
        <source>Logarithmic axis of probabilities: small ones stay visible, and products become sums</source>
        <translation>概率的对数轴：小概率仍然可见，乘积变为求和</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>保存图…</translation>
    </message>
    <message>
        <source>Save the curves in view as PDF, SVG, PNG or for TeX</source>
        <translation>将当前可见的曲线保存为 PDF、SVG、PNG 或供 TeX 使用</translation>
    </message>
    <message>
        <source>Factors of the query&apos;s attention over the keys</source>
        <translation>查询对各键的注意力的因子</translation>
    </message>
    <message>
        <source>No query is taken apart. Click a cell of the matrix, or type a position above.</source>
        <translation>没有要分解的查询。请单击矩阵中的单元格，或在上方输入位置。</translation>
    </message>
    <message>
        <source>The factors of this head are not computed yet.</source>
        <translation>此头的因子尚未计算。</translation>
    </message>
    <message>
        <source>Computing the factors of this head…</source>
        <translation>正在计算此头的因子…</translation>
    </message>
    <message>
        <source>No head is chosen.</source>
        <translation>未选择头。</translation>
    </message>
    <message>
        <source>The factors of this head could not be computed.</source>
        <translation>无法计算此头的因子。</translation>
    </message>
    <message>
        <source>%1, query %2</source>
        <comment>head, position</comment>
        <translation>%1，查询 %2</translation>
    </message>
    <message>
        <source>λ = 1 (no SSMax)</source>
        <translation>λ = 1（无 SSMax）</translation>
    </message>
    <message>
        <source>λ = s·ln n = %1 (s = %2, n = %3)</source>
        <translation>λ = s·ln n = %1（s = %2，n = %3）</translation>
    </message>
    <message>
        <source>%1, ln Z = %2</source>
        <translation>%1，ln Z = %2</translation>
    </message>
    <message>
        <source>Scalable-Softmax multiplies content scores by λ = s·ln n. n is the number of keys that the query sees: its position + 1. s is a number of the head, learned in training. The more keys a plain softmax has, the less it leaves for the best one; a factor that grows with ln n makes up for that. Without SSMax λ is 1.
Z = 1 / Σ content × position makes the product of the two probabilities sum to 1.</source>
        <translation>Scalable-Softmax 把内容得分乘以 λ = s·ln n。n 是查询能看到的键数：其位置 + 1。s 是每个头在训练中学到的数。普通 softmax 的键越多，留给最佳键的就越少；随 ln n 增长的因子弥补了这一点。没有 SSMax 时 λ 为 1。
Z = 1 / Σ 内容 × 位置，使两个概率之积的总和为 1。</translation>
    </message>
</context>
<context>
    <name>bam::views::DevicePicker</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n cores, %1 free</source>
        <translation>
            <numerusform>CPU，%n 个核心，%1 可用</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU, %1 free</source>
        <translation>CPU，%1 可用</translation>
    </message>
    <message>
        <source>%1: %2, %3 free, busy</source>
        <translation>%1：%2，%3 可用，忙碌</translation>
    </message>
    <message>
        <source>%1: %2, %3 free</source>
        <translation>%1：%2，%3 可用</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>cuda: the first GPU</source>
        <translation>cuda：第一个 GPU</translation>
    </message>
    <message>
        <source>%1: not here</source>
        <translation>%1：此处没有</translation>
    </message>
    <message>
        <source>Where the run trains. Automatic takes the first GPU, else the CPU; queued runs wait for their device.</source>
        <translation>运行的训练设备。“自动”使用第一个 GPU，没有则使用 CPU；排队的运行会等待其设备。</translation>
    </message>
</context>
<context>
    <name>bam::views::EstimatePanel</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Weights, gradients, moments and the activations of one forward pass, against what the device has free now</source>
        <translation>权重、梯度、矩以及一次前向传播的激活值，与设备当前可用内存对比</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>From the operations per second of an earlier run on the same device</source>
        <translation>根据同一设备上先前运行的每秒运算次数估算</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Trained and fixed numbers of the model</source>
        <translation>模型中可训练和固定的数值</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Optimiser steps and the tokens of each</source>
        <translation>优化器步数及每步的词元数</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Tokens seen in the whole run</source>
        <translation>整个运行中见到的词元数</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>运算量</translation>
    </message>
    <message>
        <source>Floating-point operations of matrix products, forward and backward</source>
        <translation>矩阵乘积的浮点运算次数，包括前向和反向</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Space on disk: model and optimiser of each checkpoint that is kept</source>
        <translation>磁盘空间：每个保留的检查点的模型和优化器</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Steps, tokens, operations and space on disk</source>
        <translation>步数、词元数、运算量和磁盘空间</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>about %1 of %2 free on %3</source>
        <translation>约 %1，%3 上可用 %2</translation>
    </message>
    <message>
        <source>about %1, but only %2 are free on %3. It would fit with a smaller batch.</source>
        <translation>约 %1，但 %3 上仅 %2 可用。减小批大小即可容纳。</translation>
    </message>
    <message>
        <source>about %1, but only %2 are free on %3. Choose a smaller model or another device.</source>
        <translation>约 %1，但 %3 上仅 %2 可用。请选择更小的模型或其他设备。</translation>
    </message>
    <message>
        <source>Use batch size %1</source>
        <translation>使用批大小 %1</translation>
    </message>
    <message>
        <source>%1 (%2 without embeddings, %3 in the prior)</source>
        <translation>%1 (不含嵌入 %2，先验中 %3)</translation>
    </message>
    <message>
        <source>%1 (%2 without embeddings)</source>
        <translation>%1 (不含嵌入 %2)</translation>
    </message>
    <message>
        <source>until the data ends</source>
        <translation>直到数据结束</translation>
    </message>
    <message>
        <source>%1, each of %2 tokens in %3 forward passes</source>
        <translation>%1，每步 %2 个词元，分 %3 次前向传播</translation>
    </message>
    <message>
        <source>%1, each of %2 tokens in one forward pass</source>
        <translation>%1，每步 %2 个词元，一次前向传播</translation>
    </message>
    <message>
        <source>%1FLOP per step</source>
        <translation>每步 %1FLOP</translation>
    </message>
    <message>
        <source>%1FLOP per step, %2FLOP in all</source>
        <translation>每步 %1FLOP，共 %2FLOP</translation>
    </message>
    <message numerus="yes">
        <source>%1 each, %2 for the last %n kept</source>
        <translation>
            <numerusform>每个 %1，保留最近 %n 个共 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>no measurement on this device yet: run 20 steps first</source>
        <translation>此设备上尚无测量值：请先运行 20 步</translation>
    </message>
    <message>
        <source>%1 tokens per second, measured on %2</source>
        <translation>每秒 %1 个词元，在 %2 上测得</translation>
    </message>
    <message>
        <source>The data end at step %1 of %2. Use more data, or ask for fewer steps.</source>
        <translation>数据在第 %1 步（共 %2 步）时用完。请使用更多数据，或减少步数。</translation>
    </message>
    <message>
        <source>about %1 at %2 tokens per second, measured on %3</source>
        <translation>约 %1，按每秒 %2 个词元计，在 %3 上测得</translation>
    </message>
    <message numerus="yes">
        <source>From the %n latest run(s) of about this size on %1: %2 was the fastest. Other work at the same time only slows a run down.</source>
        <translation>
            <numerusform>根据 %1 上规模相近的最近 %n 次运行：%2 最快。同时进行的其他工作只会让运行变慢。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 All of them had to share the device with other runs, so alone it may be faster.</source>
        <translation>%1 它们都与其他运行共用设备，单独运行可能更快。</translation>
    </message>
    <message>
        <source>%1 Runs that shared the device with others are left out.</source>
        <translation>%1 与其他运行共用设备的运行不计入。</translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluateDialog</name>
    <message>
        <source>Evaluate</source>
        <translation>评测</translation>
    </message>
    <message>
        <source>&amp;More settings</source>
        <translation>更多设置(&amp;M)</translation>
    </message>
    <message>
        <source>the settings of the run</source>
        <translation>该运行的设置</translation>
    </message>
    <message>
        <source>The values marked above cannot be used yet.</source>
        <translation>上面标出的值还不能使用。</translation>
    </message>
    <message>
        <source>Perplexity is measured in one forward over %1 tokens; their keys and values take %2.</source>
        <translation>困惑度在一次覆盖 %1 个词元的前向中测量；其键和值占用 %2。</translation>
    </message>
    <message>
        <source>Evaluation of %1</source>
        <translation>评测 %1</translation>
    </message>
    <message numerus="yes">
        <source>Evaluation of %n run(s), one after the other on each device</source>
        <translation>
            <numerusform>评测 %n 个运行，每个设备上依次进行</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Evaluate</source>
        <translation>评测(&amp;E)</translation>
    </message>
    <message>
        <source>Pass key</source>
        <translation>通行密钥</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>选择题</translation>
    </message>
    <message>
        <source>How</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Tick what is to be measured.</source>
        <translation>请勾选要测量的项目。</translation>
    </message>
    <message>
        <source>Choose the text on which perplexity is measured.</source>
        <translation>请选择用来测量困惑度的文本。</translation>
    </message>
    <message>
        <source>Name the questions: mmlu=FOLDER, arc=FILE, or a template.</source>
        <translation>请指定题目：mmlu=文件夹、arc=文件，或一个模板。</translation>
    </message>
    <message>
        <source>Pass key: %1 prompts for each run. The longest has %2 tokens; its keys and values take %3.</source>
        <translation>通行密钥：每次运行 %1 条提示。最长的有 %2 个词元，其键和值占 %3。</translation>
    </message>
    <message>
        <source>Sliding perplexity: windows of %1 tokens, moved by %2.</source>
        <translation>滑动窗口困惑度：窗口 %1 个词元，每次移动 %2。</translation>
    </message>
    <message>
        <source>RULER: %1 prompts, each with an answer that the model writes.</source>
        <translation>RULER：%1 条提示，答案由模型写出。</translation>
    </message>
    <message numerus="yes">
        <source>Multiple choice: %n task(s).</source>
        <translation>
            <numerusform>选择题：%n 个任务。</numerusform>
        </translation>
    </message>
    <message>
        <source>What is known already is not asked again; results of other checkpoints make way for these.</source>
        <translation>已知的不再询问；其他检查点的结果由这些取代。</translation>
    </message>
    <message>
        <source>RULER&apos;s task %1 hides its needles in essays: choose a text or a folder of texts under Essays, or leave such tasks out.</source>
        <translation>RULER 的任务 %1 把针藏在文章里：请在“文章”中选择一个文本或文本文件夹，或去掉这类任务。</translation>
    </message>
    <message>
        <source>RoPE scaling changes nothing here: no run that is selected rotates queries and keys. Set it to none.</source>
        <translation>RoPE 缩放在此不起作用：所选的运行都不旋转查询和键。请设为 none。</translation>
    </message>
    <message>
        <source>RoPE is scaled in %1 of %2 runs; the others do not rotate queries and keys and are evaluated without scaling.</source>
        <translation>%2 个运行中有 %1 个缩放 RoPE；其余的不旋转查询和键，评估时不缩放。</translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluationModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <translation>%1 [%2, %3]</translation>
    </message>
    <message>
        <source>This run was not measured by this.</source>
        <translation>该运行没有做过这项测量。</translation>
    </message>
    <message>
        <source>In brackets the 95 % interval.</source>
        <translation>方括号内为 95 % 区间。</translation>
    </message>
    <message>
        <source>Made of %1 samples.</source>
        <translation>由 %1 个样本得出。</translation>
    </message>
    <message>
        <source>Checkpoint: %1</source>
        <translation>检查点：%1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The runs selected in the list</source>
        <translation>列表中选中的运行</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>What is being measured, or waits for it</source>
        <translation>正在测量或等待测量的内容</translation>
    </message>
    <message>
        <source>None is marked as the best, because the runs were not asked the same.</source>
        <translation>未标出最佳，因为各运行所答的题目不同。</translation>
    </message>
    <message>
        <source>None is marked as the best, because the runs share no length.</source>
        <translation>未标出最佳，因为各运行没有共同的长度。</translation>
    </message>
    <message>
        <source>None is marked as the best, because the runs were measured at different lengths. The mean over the lengths that all have (%1): %2.</source>
        <translation>未标出最佳，因为各运行在不同长度上测量。所有运行共有长度（%1）上的均值：%2。</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>每字节比特数</translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluationsView</name>
    <message>
        <source>Evaluations of the selected runs</source>
        <translation>所选运行的评测</translation>
    </message>
    <message>
        <source>&amp;Evaluate…</source>
        <translation>评测(&amp;E)…</translation>
    </message>
    <message>
        <source>Measures the rows that are selected, or all: pass key, perplexity, RULER, multiple choice</source>
        <translation>测量选中的行或全部：通行密钥、困惑度、RULER、选择题</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Ends the evaluations of the rows that are selected, or all; answers so far are kept</source>
        <translation>结束选中行或全部行的评测；已有的回答会保留</translation>
    </message>
    <message>
        <source>Save &amp;figure…</source>
        <translation>保存图(&amp;F)…</translation>
    </message>
    <message>
        <source>The plot as PDF, SVG, PNG, or TeX</source>
        <translation>将图保存为 PDF、SVG、PNG 或 TeX</translation>
    </message>
    <message>
        <source>Plot of the chosen evaluation</source>
        <translation>所选评测的图</translation>
    </message>
    <message>
        <source>Choose a column to see its curve: accuracy by length, perplexity by position.</source>
        <translation>选择一列查看其曲线：按长度的准确率、按位置的困惑度。</translation>
    </message>
    <message>
        <source>Select runs in the list to see what was measured of them, and to measure more.</source>
        <translation>在列表中选择运行，查看已测量的内容并继续测量。</translation>
    </message>
    <message>
        <source>&amp;Depth map</source>
        <translation>深度图(&amp;D)</translation>
    </message>
    <message>
        <source>Of a pass key: where in the prompt the key is found, by the prompt&apos;s length, in place of the curve</source>
        <translation>对于密钥：按提示长度显示在提示的何处找到密钥，代替曲线</translation>
    </message>
</context>
<context>
    <name>bam::views::ExplorerPane</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Undo change of the prior</source>
        <translation>撤销先验的更改(&amp;U)</translation>
    </message>
    <message>
        <source>Take the last change of the prior back</source>
        <translation>撤回对先验的上一次更改</translation>
    </message>
    <message>
        <source>&amp;Redo change of the prior</source>
        <translation>重做先验的更改(&amp;R)</translation>
    </message>
    <message>
        <source>Do again what was taken back</source>
        <translation>重新执行撤回的更改</translation>
    </message>
    <message>
        <source>log δ</source>
        <translation>log δ</translation>
    </message>
    <message>
        <source>Distances on a logarithmic axis, with a place of its own for 0</source>
        <translation>距离使用对数轴，0 有单独的位置</translation>
    </message>
    <message>
        <source>log p</source>
        <translation>log p</translation>
    </message>
    <message>
        <source>Probabilities on a logarithmic axis, to see tails</source>
        <translation>概率使用对数轴，以便看清尾部</translation>
    </message>
    <message>
        <source>Keep to compare</source>
        <translation>保留作比较</translation>
    </message>
    <message>
        <source>Keep this prior as a dashed line, and change on</source>
        <translation>将此先验保留为虚线，然后继续更改</translation>
    </message>
    <message>
        <source>Drop comparison</source>
        <translation>取消比较</translation>
    </message>
    <message>
        <source>Take the dashed line away</source>
        <translation>移除虚线</translation>
    </message>
    <message>
        <source>Try in model</source>
        <translation>在模型中试用</translation>
    </message>
    <message>
        <source>Give this prior to the head it was loaded from, and see what the model answers then. The checkpoint stays as it is.</source>
        <translation>将此先验赋给它所来自的头，看看模型此时如何回答。检查点保持不变。</translation>
    </message>
    <message>
        <source>Kept: θα %1, θβ %2</source>
        <translation>已保留：θα %1，θβ %2</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>&amp;ALiBi: slope of a head</source>
        <translation>ALiBi：某个头的斜率(&amp;A)</translation>
    </message>
    <message>
        <source>Head %1 of %2: slope %3</source>
        <translation>头 %1（共 %2 个）：斜率 %3</translation>
    </message>
    <message>
        <source>Known priors, and those that heads of the shown runs have learned</source>
        <translation>已知的先验，以及所显示运行的头学到的先验</translation>
    </message>
    <message>
        <source>The bias that is added to the score of a key δ tokens before the query; ε = 0.00001. Its numbers are those of the controls.</source>
        <translation>对于位于查询之前 δ 个词元处的键，加到其分数上的偏置；ε = 0.00001。式中的数值即控件的数值。</translation>
    </message>
    <message>
        <source>Equation of the bias</source>
        <translation>偏置的公式</translation>
    </message>
    <message>
        <source>This prior gives no probabilities: a parameter is too large.</source>
        <translation>此先验给不出概率：有参数过大。</translation>
    </message>
    <message>
        <source>From %1.</source>
        <translation>来自 %1。</translation>
    </message>
    <message>
        <source>Kept: r1 %1, r2 %2</source>
        <translation>已保留：r1 %1，r2 %2</translation>
    </message>
    <message>
        <source>Kept: c %1, w %2</source>
        <translation>已保留：c %1，w %2</translation>
    </message>
    <message>
        <source>&amp;Sandwich: ratio of a head</source>
        <translation>Sandwich：某个头的比率(&amp;S)</translation>
    </message>
    <message>
        <source>Head %1 of %2: ratio %3</source>
        <translation>第 %1 个头，共 %2 个：比率 %3</translation>
    </message>
</context>
<context>
    <name>bam::views::FieldRow</name>
    <message>
        <source>Back to %1, as in %2</source>
        <translation>恢复为 %1，与“%2”一致</translation>
    </message>
</context>
<context>
    <name>bam::views::FilmView</name>
    <message>
        <source>&amp;Run:</source>
        <translation>运行(&amp;R)：</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Whose training is shown: one of the runs that are selected in the list</source>
        <translation>显示哪次训练：列表中选中的运行之一</translation>
    </message>
    <message>
        <source>Capture &amp;now</source>
        <translation>立即捕获(&amp;N)</translation>
    </message>
    <message>
        <source>%1: %2 of its attention on the needle at step %3</source>
        <comment>1: head; 2: percentage</comment>
        <translation>%1：第 %3 步时 %2 的注意力在针上</translation>
    </message>
    <message>
        <source>What the model answers at this step, token by token, with the probability that it gives to the expected one. A digit is found when it is the likeliest.</source>
        <translation>模型在这一步的逐词元回答，以及它给期望词元的概率。某位数字最可能时即为找到。</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>By last mass on the needle</source>
        <translation>按最后在针上的质量</translation>
    </message>
    <message>
        <source>By last θβ</source>
        <translation>按最后的 θβ</translation>
    </message>
    <message>
        <source>Order of heads</source>
        <translation>头的顺序</translation>
    </message>
    <message>
        <source>How the heads are sorted; by the last step, so that a head keeps its row through the film</source>
        <translation>头的排序方式；按最后一步，使每个头在整部影片中保持同一行</translation>
    </message>
    <message>
        <source>Save the strip as a figure…</source>
        <translation>将条带保存为图…</translation>
    </message>
    <message>
        <source>Retrieval strip</source>
        <translation>检索条带</translation>
    </message>
    <message>
        <source>Save the curves as a figure…</source>
        <translation>将曲线保存为图…</translation>
    </message>
    <message>
        <source>Mass on the needle, head by head</source>
        <translation>各头在针上的质量</translation>
    </message>
    <message>
        <source>Share of the answer&apos;s attention that each head puts on the needle. A line that leaves the bottom is a retrieval head being born. Click or drag: go to that step.</source>
        <translation>每个头把答案注意力的多大份额放在针上。离开底部的线就是正在诞生的检索头。点击或拖动：转到该步。</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of the film cannot be read: %1</source>
        <translation>
            <numerusform>影片的 %n 帧无法读取：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>The others are shown.</source>
        <translation>其余的照常显示。</translation>
    </message>
    <message>
        <source>Captures the attention of this training after its current step</source>
        <translation>在当前步之后捕获此训练的注意力</translation>
    </message>
    <message>
        <source>Only a training that is going on can be captured</source>
        <translation>只能捕获正在进行的训练</translation>
    </message>
    <message>
        <source>%1. The same prompt at every step.</source>
        <comment>title of a prompt</comment>
        <translation>%1。每一步使用同一提示。</translation>
    </message>
    <message>
        <source>Select a run in the list to see how its heads learned to look.</source>
        <translation>在列表中选择一次运行，查看它的头如何学会注意。</translation>
    </message>
    <message>
        <source>Nothing was captured of this training.</source>
        <translation>此训练没有任何捕获。</translation>
    </message>
    <message>
        <source>The first capture of this training is not there yet.</source>
        <translation>此训练的第一次捕获尚未完成。</translation>
    </message>
    <message>
        <source>“Capture now” takes one picture.</source>
        <translation>“立即捕获”拍一帧。</translation>
    </message>
    <message>
        <source>It has ended, and attention is captured while a model is trained.</source>
        <translation>它已结束，而注意力只能在训练时捕获。</translation>
    </message>
    <message>
        <source>For a film, set “Capture attention every” in the set-up of a new run, such as to 50 steps (capture_every in a file or on the command line).</source>
        <translation>要得到影片，请在新运行的设置中填写“捕获注意力间隔”，例如 50 步（文件或命令行中为 capture_every）。</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>质量</translation>
    </message>
    <message>
        <source>found</source>
        <translation>已找到</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Step %1, key %2: answers %3 — &lt;span style=&quot;color:%4&quot;&gt;%5&lt;/span&gt;</source>
        <comment>3: tokens with probabilities; 5: found or not</comment>
        <translation>第 %1 步，密钥 %2：回答 %3 — &lt;span style=&quot;color:%4&quot;&gt;%5&lt;/span&gt;</translation>
    </message>
    <message>
        <source>The heads that end with the most on the needle</source>
        <translation>最终在针上质量最多的头</translation>
    </message>
    <message>
        <source>Mass on the needle over the steps of the training, one line per head</source>
        <translation>训练各步中针上的质量，每个头一条线</translation>
    </message>
    <message>
        <source>The film cannot be read: %1</source>
        <translation>无法读取影片：%1</translation>
    </message>
    <message>
        <source>Reading what was captured of this training…</source>
        <translation>正在读取此训练的捕获…</translation>
    </message>
    <message>
        <source>What was captured of this training cannot be read.</source>
        <translation>无法读取此训练的捕获。</translation>
    </message>
</context>
<context>
    <name>bam::views::HeadGrid</name>
    <message>
        <source>Priors of all heads</source>
        <translation>所有头的先验</translation>
    </message>
</context>
<context>
    <name>bam::views::HeadMap</name>
    <message>
        <source>Head map</source>
        <translation>头图</translation>
    </message>
    <message>
        <source>One cell per head, layers from top to bottom. Arrow keys choose a head, with Shift they mark several; the menu key offers ablations.</source>
        <translation>每个头一个单元格，层从上到下排列。方向键选择一个头，按住 Shift 可标记多个；菜单键提供消融命令。</translation>
    </message>
    <message>
        <source>One cell per head. Click: choose it everywhere; Ctrl or Shift and click: mark several; right click: ablate or restore the marked ones. Hatched heads are changed.</source>
        <translation>每个头一个单元格。单击：在各处选中该头；Ctrl 或 Shift 加单击：标记多个；右键单击：消融或还原已标记的头。带斜线的头已更改。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>1: name of a measure; 2: value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: head; 2: its measures</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1; changed: %2</source>
        <translation>%1；已更改：%2</translation>
    </message>
    <message>
        <source>No head has this value here</source>
        <translation>此处没有头具有此值</translation>
    </message>
</context>
<context>
    <name>bam::views::HeadsPane</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The run whose heads are shown: one of those selected in the list</source>
        <translation>要显示其头的运行：列表中选中的运行之一</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>第二个运行</translation>
    </message>
    <message>
        <source>A second run beside it, on the same axes and colours</source>
        <translation>并排显示的第二个运行，使用相同的坐标轴和颜色</translation>
    </message>
    <message>
        <source>Order of heads</source>
        <translation>头的顺序</translation>
    </message>
    <message>
        <source>How heads are put in order: by layer, from inverted to local, or by how many tokens count</source>
        <translation>头的排序方式：按层、从反转到局部，或按起作用的词元数</translation>
    </message>
    <message>
        <source>What small pictures show</source>
        <translation>小图显示的内容</translation>
    </message>
    <message>
        <source>Small pictures show p(δ), the prior of the query at n, or the bias b(δ), over the logarithm of the distance</source>
        <translation>小图显示 p(δ)（位于 n 的查询的先验）或偏置 b(δ)，以距离的对数为横轴</translation>
    </message>
    <message>
        <source>Parameter over steps</source>
        <translation>随步数变化的参数</translation>
    </message>
    <message>
        <source>Which parameter is drawn over the steps of the training</source>
        <translation>绘制哪个参数随训练步数的变化</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>By θβ</source>
        <translation>按 θβ</translation>
    </message>
    <message>
        <source>By effective context</source>
        <translation>按有效上下文</translation>
    </message>
    <message>
        <source>Prior p(δ)</source>
        <translation>先验 p(δ)</translation>
    </message>
    <message>
        <source>Bias b(δ)</source>
        <translation>偏置 b(δ)</translation>
    </message>
    <message>
        <source>%1 over steps</source>
        <comment>1: symbol</comment>
        <translation>%1 随步数的变化</translation>
    </message>
    <message>
        <source>beside</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>no second run</source>
        <translation>无第二个运行</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>无运行</translation>
    </message>
</context>
<context>
    <name>bam::views::HeatmapBar</name>
    <message>
        <source>Colour map</source>
        <translation>颜色映射</translation>
    </message>
    <message>
        <source>Colour map. All are even in lightness: equal steps look equal, also in grey</source>
        <translation>颜色映射。所有映射的明度都均匀变化：相等的间隔看起来相等，在灰度下也是如此</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>颜色标度</translation>
    </message>
    <message>
        <source>How weights become colours. The square root lifts small weights, the logarithm shows all orders of magnitude alike</source>
        <translation>权重如何转换为颜色。平方根提升小权重，对数对所有数量级一视同仁</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>平方根</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>What a pixel shows that many pairs share. Their largest weight keeps single strong pairs in sight; their mean shows where the mass lies</source>
        <translation>多个键对共用一个像素时该像素显示什么。最大权重使单个强键对保持可见；平均值显示质量集中在哪里</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均值</translation>
    </message>
    <message>
        <source>Range of the colours</source>
        <translation>颜色范围</translation>
    </message>
    <message>
        <source>Which weights the first and the last colour stand for: those of the whole matrix, of what is in view, or typed ones</source>
        <translation>首末两种颜色代表哪些权重：整个矩阵的、当前可见部分的，或手动输入的</translation>
    </message>
    <message>
        <source>Whole matrix</source>
        <translation>整个矩阵</translation>
    </message>
    <message>
        <source>In view</source>
        <translation>当前可见</translation>
    </message>
    <message>
        <source>Typed</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>Value of the first colour</source>
        <translation>首个颜色的值</translation>
    </message>
    <message>
        <source>The first colour&apos;s value; smaller ones get the same colour. Typing fixes the range</source>
        <translation>首个颜色的值；更小的值使用相同颜色。输入后范围固定</translation>
    </message>
    <message>
        <source>Value of the last colour</source>
        <translation>末个颜色的值</translation>
    </message>
    <message>
        <source>The last colour&apos;s value; larger ones get the same colour. Typing fixes the range</source>
        <translation>末个颜色的值；更大的值使用相同颜色。输入后范围固定</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show the whole matrix (0, or a double click on it)</source>
        <translation>显示整个矩阵（按 0 或在矩阵上双击）</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>保存图…</translation>
    </message>
    <message>
        <source>Save what is in view as PDF, SVG, PNG or for TeX</source>
        <translation>将当前可见的内容保存为 PDF、SVG、PNG 或供 TeX 使用</translation>
    </message>
    <message>
        <source>More commands</source>
        <translation>更多命令</translation>
    </message>
    <message>
        <source>What there is no room for</source>
        <translation>放不下的命令</translation>
    </message>
</context>
<context>
    <name>bam::views::JobsView</name>
    <message>
        <source>%1 (%2)</source>
        <comment>explanation and shortcut</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Finish the current step, write a checkpoint and end. The run can be resumed.</source>
        <translation>完成当前步，写入检查点后结束。该运行可以恢复。</translation>
    </message>
    <message>
        <source>End at a step of your choice with a checkpoint, so that the device is free; resume goes on with the same numbers.</source>
        <translation>在您选择的步写入检查点后结束，以便释放设备；恢复后将以相同的数值继续。</translation>
    </message>
    <message>
        <source>Write a checkpoint after the current step and go on.</source>
        <translation>在当前步之后写入检查点并继续。</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Kill…</source>
        <translation>强制结束(&amp;K)…</translation>
    </message>
    <message>
        <source>End the process at once. What was not written yet is lost; stop is gentler.</source>
        <translation>立即结束进程。尚未写入的内容将丢失；“停止”更为温和。</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Start this waiting job earlier.</source>
        <translation>更早启动此等待中的任务。</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Start this waiting job later.</source>
        <translation>更晚启动此等待中的任务。</translation>
    </message>
    <message>
        <source>C&amp;ancel</source>
        <translation>取消(&amp;A)</translation>
    </message>
    <message>
        <source>Take this job out of the queue.</source>
        <translation>将此任务移出队列。</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>显示日志(&amp;L)</translation>
    </message>
    <message>
        <source>What this job printed.</source>
        <translation>此任务的输出内容。</translation>
    </message>
    <message>
        <source>Show r&amp;un</source>
        <translation>显示运行(&amp;U)</translation>
    </message>
    <message>
        <source>Select the run of this job and show its curves.</source>
        <translation>选中此任务的运行并显示其曲线。</translation>
    </message>
    <message>
        <source>Clear &amp;ended jobs</source>
        <translation>清除已结束的任务(&amp;E)</translation>
    </message>
    <message>
        <source>Remove the jobs that ended from this list. Runs, checkpoints and datasets stay.</source>
        <translation>从此列表中移除已结束的任务。运行、检查点和数据集会保留。</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Evaluate %1</source>
        <translation>评估 %1</translation>
    </message>
    <message>
        <source>Queued, place %1</source>
        <translation>排队中，第 %1 位</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 / %2 步</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>已用时间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>cause and hint</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>task and detail</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Loss %1</source>
        <translation>损失 %1</translation>
    </message>
    <message>
        <source>Kill a job</source>
        <translation>强制结束任务</translation>
    </message>
    <message>
        <source>End the process of “%1” at once?</source>
        <translation>立即结束“%1”的进程？</translation>
    </message>
    <message numerus="yes">
        <source>End the processes of %n jobs at once?</source>
        <translation>
            <numerusform>立即结束 %n 个任务的进程？</numerusform>
        </translation>
    </message>
    <message>
        <source>Steps since the last checkpoint are lost. Stop finishes the step and writes a checkpoint first.</source>
        <translation>自最后一个检查点以来的步将丢失。“停止”会先完成当前步并写入检查点。</translation>
    </message>
    <message>
        <source>&amp;Kill</source>
        <translation>强制结束(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Leave it running</source>
        <translation>让它继续运行(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Pause…</source>
        <translation>暂停(&amp;P)…</translation>
    </message>
    <message>
        <source>Write a &amp;checkpoint</source>
        <translation>写入检查点(&amp;C)</translation>
    </message>
    <message>
        <source>Go on with this training from its newest checkpoint, and with the jobs after it.</source>
        <translation>从最新的检查点继续此训练，并执行其后的任务。</translation>
    </message>
    <message>
        <source>No jobs yet. Trainings, tests and datasets that you start or queue appear here; those that run go on when this window is closed, those that wait start while Bamscope is open.</source>
        <translation>还没有任务。您启动或排队的训练、测试和数据集会显示在这里；正在运行的任务在关闭此窗口后继续，等待中的任务在 Bamscope 打开时才会开始。</translation>
    </message>
</context>
<context>
    <name>bam::views::LaunchDialog</name>
    <message>
        <source>Command of this set-up</source>
        <translation>此设置的命令</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Slurm script for sbatch</source>
        <translation>用于 sbatch 的 Slurm 脚本</translation>
    </message>
    <message>
        <source> h</source>
        <translation> h</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>用于(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Processes</source>
        <translation>进程数(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;CPUs per process</source>
        <translation>每进程 CPU 数(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>时限(&amp;T)</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Co&amp;py</source>
        <translation>复制(&amp;P)</translation>
    </message>
    <message>
        <source>Copied to the clipboard. Relative paths count from the folder in which the command is started.</source>
        <translation>已复制到剪贴板。相对路径以启动命令时所在的文件夹为准。</translation>
    </message>
    <message>
        <source>torchrun</source>
        <translation>torchrun</translation>
    </message>
    <message>
        <source>One process per GPU. This version trains in one.</source>
        <translation>每个 GPU 一个进程。此版本只用一个进程训练。</translation>
    </message>
    <message>
        <source>Copied. The processes train one run together, each on a GPU of its own: tokens per step must be a multiple of batch size × sequence length × processes.</source>
        <translation>已复制。这些进程共同训练一次运行，各用一块 GPU：每步词元数必须是批大小 × 序列长度 × 进程数的倍数。</translation>
    </message>
</context>
<context>
    <name>bam::views::LegendKey</name>
    <message>
        <source>Lines without markers: the loss of the training steps; with smoothing, each step&apos;s loss is faint behind. Click to show or hide them.</source>
        <translation>不带标记的线：训练步的损失；启用平滑时，每一步的损失以淡色显示在后面。单击可显示或隐藏。</translation>
    </message>
    <message>
        <source>Thicker lines with markers: the loss on held-out documents. The marker&apos;s shape goes with the encoding. Click to show or hide them.</source>
        <translation>带标记的较粗的线：留出文档上的损失。标记的形状随编码而定。单击可显示或隐藏。</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
</context>
<context>
    <name>bam::views::LensView</name>
    <message>
        <source>Token %1 of the answer %2</source>
        <comment>1: its number; 2: the quoted token, or nothing</comment>
        <translation>答案的词元 %1 %2</translation>
    </message>
    <message>
        <source>Select a run in the list and press Capture to see where its heads look.</source>
        <translation>请在列表中选择一个运行并按“捕获”，以查看它的头关注哪里。</translation>
    </message>
    <message>
        <source>Press Capture to send the prompt through the run, and see where every head looks.</source>
        <translation>请按“捕获”将提示送入该运行，并查看每个头关注哪里。</translation>
    </message>
    <message>
        <source>%1, step %2: %3 (%4)</source>
        <comment>1: run; 2: step; 3: prompt; 4: duration</comment>
        <translation>%1，第 %2 步：%3 (%4)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Capture a prompt first.</source>
        <translation>请先捕获一个提示。</translation>
    </message>
    <message>
        <source>Restore all heads and run again first, so that there is something to compare with.</source>
        <translation>请先还原所有头并重新执行，以便有可比较的对象。</translation>
    </message>
    <message>
        <source>This prompt has no needle to rank heads by.</source>
        <translation>此提示没有可用来给头排序的针。</translation>
    </message>
    <message>
        <source>Attention of all heads, on average, from token %1 %2</source>
        <translation>所有头的平均注意力，从词元 %1 %2 出发</translation>
    </message>
    <message>
        <source>Attention of %3 from token %1 %2</source>
        <translation>%3 的注意力，从词元 %1 %2 出发</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s): %1</source>
        <translation>
            <numerusform>%n 个头：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>top %n by needle mass</source>
        <translation>
            <numerusform>针上质量最高的 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n random other(s), seed %1</source>
        <translation>
            <numerusform>另外随机 %n 个，种子 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>所有头</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Which of the answer&apos;s queries the strip shows: their mean, the largest of their weights, or one of them</source>
        <translation>条带显示答案的哪些查询：其平均值、其权重的最大值，或其中之一</translation>
    </message>
    <message>
        <source>Mean of the answer&apos;s queries</source>
        <translation>答案查询的平均值</translation>
    </message>
    <message>
        <source>Largest of the answer&apos;s queries</source>
        <translation>答案查询的最大值</translation>
    </message>
    <message>
        <source>Order of heads</source>
        <translation>头的顺序</translation>
    </message>
    <message>
        <source>What the heads are sorted by</source>
        <translation>头按什么排序</translation>
    </message>
    <message>
        <source>By mass on the needle</source>
        <translation>按针上的质量</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>By θβ</source>
        <translation>按 θβ</translation>
    </message>
    <message>
        <source>By entropy</source>
        <translation>按熵</translation>
    </message>
    <message>
        <source>By mean distance</source>
        <translation>按平均距离</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>What the cells of the head map show</source>
        <translation>头图的单元格显示什么</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Whose attention colours the text; the mean over heads is known for the answer&apos;s queries</source>
        <translation>以谁的注意力为文本着色；各头的平均值仅对答案的查询可知</translation>
    </message>
    <message>
        <source>Chosen head</source>
        <translation>所选的头</translation>
    </message>
    <message>
        <source>Mean over heads</source>
        <translation>各头的平均值</translation>
    </message>
    <message>
        <source>Answer and ablations</source>
        <translation>答案与消融</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Decomposition</source>
        <translation>分解</translation>
    </message>
    <message>
        <source>Retrieval strip</source>
        <translation>检索条带</translation>
    </message>
    <message>
        <source>Show all positions (Home; N: the needle alone)</source>
        <translation>显示所有位置（Home；N：仅显示针）</translation>
    </message>
    <message>
        <source>Show all positions</source>
        <translation>显示所有位置</translation>
    </message>
    <message>
        <source>Save the strip as a figure…</source>
        <translation>将条带保存为图…</translation>
    </message>
    <message>
        <source>Save the head map as a figure…</source>
        <translation>将头图保存为图…</translation>
    </message>
    <message>
        <source>Save the attention of this query as a figure…</source>
        <translation>将此查询的注意力保存为图…</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop this</source>
        <translation>停止此操作</translation>
    </message>
    <message>
        <source>&amp;Capture the prompt</source>
        <translation>捕获提示(&amp;C)</translation>
    </message>
    <message>
        <source>Runs the prompt through the checkpoint and keeps where every head looks</source>
        <translation>将提示送入检查点，并保留每个头关注的位置</translation>
    </message>
    <message>
        <source>Cancel the capture</source>
        <translation>取消捕获</translation>
    </message>
    <message>
        <source>Stops the capture; what is shown stays</source>
        <translation>停止捕获；已显示的内容保留</translation>
    </message>
    <message>
        <source>Ablate: give &amp;nothing</source>
        <translation>消融：不输出(&amp;N)</translation>
    </message>
    <message>
        <source>The marked heads add nothing to the layers after them</source>
        <translation>已标记的头不向其后的层添加任何内容</translation>
    </message>
    <message>
        <source>Ablate: &amp;uniform attention</source>
        <translation>消融：均匀注意力(&amp;U)</translation>
    </message>
    <message>
        <source>The marked heads look at every visible key alike</source>
        <translation>已标记的头同等地关注每个可见的键</translation>
    </message>
    <message>
        <source>Ablate: &amp;position alone</source>
        <translation>消融：仅位置(&amp;P)</translation>
    </message>
    <message>
        <source>Content counts as 0 in the marked heads: their prior alone decides where they look</source>
        <translation>在已标记的头中内容按 0 计：仅由其先验决定关注哪里</translation>
    </message>
    <message>
        <source>Ablate: c&amp;ontent alone</source>
        <translation>消融：仅内容(&amp;O)</translation>
    </message>
    <message>
        <source>The bias counts as 0 in the marked heads: content alone decides where they look</source>
        <translation>在已标记的头中偏置按 0 计：仅由内容决定关注哪里</translation>
    </message>
    <message>
        <source>&amp;Restore the marked heads</source>
        <translation>还原已标记的头(&amp;R)</translation>
    </message>
    <message>
        <source>The marked heads as they were trained</source>
        <translation>已标记的头恢复为训练所得的状态</translation>
    </message>
    <message numerus="yes">
        <source>%n marked head(s)</source>
        <translation>
            <numerusform>%n 个已标记的头</numerusform>
        </translation>
    </message>
    <message>
        <source>The matrix of %1 is being made.</source>
        <translation>正在生成 %1 的矩阵。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>1: run; 2: RoPE scaling</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: RoPE scaling; 2: what was changed</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>RoPE scaling %1</source>
        <translation>RoPE 缩放 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>1: layer and head; 2: RoPE scaling</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>bam::views::LogPage</name>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>尚无输出。</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>没有与过滤器匹配的行。</translation>
    </message>
</context>
<context>
    <name>bam::views::LogView</name>
    <message>
        <source>Regular expression</source>
        <translation>正则表达式</translation>
    </message>
    <message>
        <source>Read the filter as a regular expression, e.g. “step \d+00/”</source>
        <translation>将过滤器视为正则表达式，例如“step \d+00/”</translation>
    </message>
    <message>
        <source>Follow the end</source>
        <translation>跟随末尾</translation>
    </message>
    <message>
        <source>Keep the newest line in view. Scrolling up turns this off, scrolling to the end turns it on.</source>
        <translation>保持最新一行可见。向上滚动会关闭此功能，滚动到末尾会开启。</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>自动换行</translation>
    </message>
    <message>
        <source>Break long lines at the edge of the pane</source>
        <translation>在窗格边缘折行显示长行</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selected text, or all lines shown when nothing is selected</source>
        <translation>复制选中的文本；未选中时复制显示的所有行</translation>
    </message>
    <message>
        <source>Show only lines with…</source>
        <translation>仅显示包含以下内容的行…</translation>
    </message>
    <message>
        <source>Filter of the log</source>
        <translation>日志过滤器</translation>
    </message>
    <message>
        <source>%1 of %2 lines</source>
        <translation>%1 / %2 行</translation>
    </message>
    <message>
        <source>The filter is not a regular expression: %1</source>
        <translation>过滤器不是有效的正则表达式：%1</translation>
    </message>
    <message>
        <source>Correct it, or switch regular expressions off; all lines are shown meanwhile.</source>
        <translation>请更正，或关闭正则表达式；在此期间显示所有行。</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 行</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>bam::views::LossBar</name>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>What the curves are drawn over. Tokens and FLOPs make runs with different batch sizes and models comparable. (A: next)</source>
        <translation>曲线所依据的横轴。使用词元或 FLOPs 可比较批大小和模型不同的运行。（A：下一个）</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Show this pane below the loss, over the same horizontal axis</source>
        <translation>在损失下方以相同的横轴显示此窗格</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>对数 x</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis: stretches the beginning; a power law becomes a straight line together with log y</source>
        <translation>对数横轴：拉伸起始部分；与对数 y 一起使用时，幂律会成为直线</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>对数 y</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis of loss and gradient norm</source>
        <translation>损失和梯度范数的对数纵轴</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>困惑度</translation>
    </message>
    <message>
        <source>Show exp(loss): among how many tokens the model is undecided on average</source>
        <translation>显示 exp(loss)：模型平均在多少个词元之间无法确定</translation>
    </message>
    <message>
        <source>Next horizontal axis</source>
        <translation>下一个横轴</translation>
    </message>
    <message>
        <source>Step, tokens, time, FLOPs in turn</source>
        <translation>依次切换步、词元、时间、FLOPs</translation>
    </message>
    <message>
        <source>Smoothing on or off</source>
        <translation>开启或关闭平滑</translation>
    </message>
    <message>
        <source>Switch smoothing on or off</source>
        <translation>切换平滑的开启或关闭</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Show the loss of each training step</source>
        <translation>显示每个训练步的损失</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Show the loss on held-out documents: thicker, with markers</source>
        <translation>显示留出文档上的损失：线条较粗，带标记点</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Show checkpoints (diamonds), resumes (arrows) and loss spikes (triangles); hover over one to read it</source>
        <translation>显示检查点（菱形）、恢复（箭头）和损失尖峰（三角形）；将鼠标悬停在标记上可查看说明</translation>
    </message>
    <message>
        <source>Ignore outliers when fitting</source>
        <translation>适应时忽略离群值</translation>
    </message>
    <message>
        <source>Fit the vertical axis without the first percent of each run and without the rarest values, which may then lie outside</source>
        <translation>调整纵轴范围时不考虑每个运行开头的百分之一和最罕见的值，这些值可能落在范围之外</translation>
    </message>
    <message>
        <source>List of curves</source>
        <translation>曲线列表</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒词元数</translation>
    </message>
    <message>
        <source>Single runs</source>
        <translation>单个运行</translation>
    </message>
    <message>
        <source>One curve for each run</source>
        <translation>每个运行一条曲线</translation>
    </message>
    <message>
        <source>Mean of groups ± standard deviation</source>
        <translation>组均值 ± 标准差</translation>
    </message>
    <message>
        <source>One curve for each group of runs, such as seeds of one set-up, with the standard deviation of the sample as a band</source>
        <translation>每组运行一条曲线（例如同一设置的不同随机种子），并以样本标准差为带</translation>
    </message>
    <message>
        <source>Mean of groups with range</source>
        <translation>组均值与范围</translation>
    </message>
    <message>
        <source>One curve for each group of runs, with a band from the lowest to the highest</source>
        <translation>每组运行一条曲线，并以最小值到最大值为带</translation>
    </message>
    <message>
        <source>Follow the newest</source>
        <translation>跟随最新</translation>
    </message>
    <message>
        <source>Keep the newest rows at the right border. Panning switches this off</source>
        <translation>让最新的行保持在右边界。平移会关闭此功能</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show everything. Double-clicking the plot does the same, on an axis only for that axis</source>
        <translation>显示全部。双击图可达到同样效果，双击坐标轴则仅作用于该轴</translation>
    </message>
    <message>
        <source>Zoom into a rectangle</source>
        <translation>缩放到矩形</translation>
    </message>
    <message>
        <source>Draw a rectangle to zoom into; holding Shift does the same</source>
        <translation>绘制要放大的矩形；按住 Shift 效果相同</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>上一视图</translation>
    </message>
    <message>
        <source>Back to what was visible before</source>
        <translation>返回之前可见的内容</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>下一视图</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>再次前进</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom the horizontal axis in</source>
        <translation>放大横轴</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom the horizontal axis out</source>
        <translation>缩小横轴</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move to earlier steps</source>
        <translation>移到较早的步</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Move to later steps</source>
        <translation>移到较晚的步</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move to higher values</source>
        <translation>移到较高的值</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Move to lower values</source>
        <translation>移到较低的值</translation>
    </message>
    <message>
        <source>Copy as image</source>
        <translation>复制为图像</translation>
    </message>
    <message>
        <source>Copy what is visible, with its legend, at twice the screen&apos;s resolution</source>
        <translation>以屏幕分辨率的两倍复制可见内容及其图例</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Copy all rows of the visible curves in the visible range, for a spreadsheet or a script</source>
        <translation>复制可见曲线在可见范围内的所有行，供电子表格或脚本使用</translation>
    </message>
    <message>
        <source>Exponential smoothing: weight of a value one step back. 0 is off; 0.9 averages about 10 steps, 0.99 about 100. The raw curve stays faintly behind. (S: on or off)</source>
        <translation>指数平滑：前一步的值的权重。0 为关闭；0.9 约平均 10 步，0.99 约平均 100 步。原始曲线以浅色留在后面。（S：开启或关闭）</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>平滑(&amp;M)</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Which curves and panes are shown</source>
        <translation>显示哪些曲线和窗格</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Automatic smoothing</source>
        <translation>自动平滑</translation>
    </message>
    <message>
        <source>Smooth over about a hundredth of the longest selected run. Setting the smoothing by hand switches this off</source>
        <translation>按所选最长运行的约百分之一进行平滑。手动设置平滑会关闭此项</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>automatic smoothing</comment>
        <translation>自动</translation>
    </message>
    <message>
        <source>Show the list of curves beside the plot, or below it when there is little room</source>
        <translation>在图旁显示曲线列表；空间不足时显示在图下方</translation>
    </message>
    <message>
        <source>Average the runs of one group: those of the same model, training and data with different seeds. Where files lie and on which device a run was made does not matter; repeats of one seed are averaged first and count once</source>
        <translation>对同一组的运行取平均：模型、训练与数据相同而随机种子不同的运行。文件的位置与所用设备无关；同一随机种子的重复运行先取平均，只计一次</translation>
    </message>
    <message>
        <source>More commands</source>
        <translation>更多命令</translation>
    </message>
    <message>
        <source>What there is no room for</source>
        <translation>放不下的命令</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>保存图…</translation>
    </message>
    <message>
        <source>What is visible as a figure for a paper: PDF, SVG, PNG or pgfplots</source>
        <translation>将可见内容保存为论文用图：PDF、SVG、PNG 或 pgfplots</translation>
    </message>
</context>
<context>
    <name>bam::views::LossView</name>
    <message>
        <source>Curves of the selected runs</source>
        <translation>所选运行的曲线</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Training compute (FLOPs)</source>
        <translation>训练计算量 (FLOPs)</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>时间 (s)</translation>
    </message>
    <message>
        <source>Time (min)</source>
        <translation>时间 (min)</translation>
    </message>
    <message>
        <source>Time (h)</source>
        <translation>时间 (h)</translation>
    </message>
    <message>
        <source>Time (days)</source>
        <translation>时间 (天)</translation>
    </message>
    <message>
        <source>Select runs on the left</source>
        <translation>请在左侧选择运行</translation>
    </message>
    <message>
        <source>Their curves appear here; several runs can be compared.</source>
        <translation>其曲线会显示在此处；可以比较多个运行。</translation>
    </message>
    <message>
        <source>No rows yet</source>
        <translation>尚无数据行</translation>
    </message>
    <message>
        <source>Curves begin with the first step that the run logs.</source>
        <translation>曲线从运行记录的第一步开始。</translation>
    </message>
    <message>
        <source>All curves are hidden</source>
        <translation>所有曲线均已隐藏</translation>
    </message>
    <message>
        <source>Nothing to draw over this axis</source>
        <translation>此横轴上没有可绘制的内容</translation>
    </message>
    <message>
        <source>These runs do not tell it. Choose another horizontal axis.</source>
        <translation>这些运行没有提供该数据。请选择其他横轴。</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>Time %1</source>
        <translation>时间 %1</translation>
    </message>
    <message>
        <source>%1 FLOPs</source>
        <translation>%1 FLOPs</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Smoothed</source>
        <translation>平滑后</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>The picture is on the clipboard</source>
        <translation>图像已在剪贴板中</translation>
    </message>
    <message>
        <source>No rows are visible, so nothing was copied</source>
        <translation>没有可见的行，因此未复制任何内容</translation>
    </message>
    <message>
        <source>%1 rows are too many for the clipboard</source>
        <translation>%1 行对剪贴板来说过多</translation>
    </message>
    <message>
        <source>Select runs, or press Home to see all of them.</source>
        <translation>请选择运行，或按 Home 查看全部。</translation>
    </message>
    <message>
        <source>Zoom in or hide curves to get below %1 rows, or export the runs to files.</source>
        <translation>请放大或隐藏曲线以降到 %1 行以下，或将运行导出到文件。</translation>
    </message>
    <message>
        <source>%1 rows are on the clipboard</source>
        <translation>%1 行已在剪贴板中</translation>
    </message>
    <message>
        <source>The logs of %1 cannot be read any further: %2</source>
        <translation>无法继续读取 %1 的日志：%2</translation>
    </message>
    <message>
        <source>What was read stays. The curves go on by themselves when the logs can be read again.</source>
        <translation>已读取的内容会保留。日志恢复可读后，曲线会自动继续。</translation>
    </message>
    <message>
        <source>Click a name in the list of curves to show its curve.</source>
        <translation>单击曲线列表中的名称以显示其曲线。</translation>
    </message>
    <message>
        <source>%1 of %2 runs are drawn: the first of the list that are not hidden. Select fewer to see the others.</source>
        <translation>已绘制 %2 个运行中的 %1 个：列表中未隐藏的前若干个。要查看其余运行，请减少选择。</translation>
    </message>
    <message>
        <source>Steps that no axis can show were left out of the picture: %1. Look into the log of the run.</source>
        <translation>图中略去了坐标轴无法显示的步数：%1。请查看该运行的日志。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
</context>
<context>
    <name>bam::views::MatrixView</name>
    <message>
        <source>Layer %1, head %2</source>
        <translation>第 %1 层，头 %2</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>针</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>%1 of the answer&apos;s attention on the needle</source>
        <translation>答案的注意力有 %1 落在针上</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>上一层</translation>
    </message>
    <message>
        <source>The same head of the layer before</source>
        <translation>上一层中的同一个头</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>下一层</translation>
    </message>
    <message>
        <source>The same head of the layer after</source>
        <translation>下一层中的同一个头</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>上一个头</translation>
    </message>
    <message>
        <source>The head before; from a layer&apos;s first to the last of the layer before</source>
        <translation>前一个头；从某层的第一个头转到上一层的最后一个头</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>下一个头</translation>
    </message>
    <message>
        <source>The head after; from a layer&apos;s last to the first of the layer after</source>
        <translation>后一个头；从某层的最后一个头转到下一层的第一个头</translation>
    </message>
    <message>
        <source>No matrix yet. Capture a prompt with matrices to see one.</source>
        <translation>尚无矩阵。请在捕获提示时包含矩阵，以便查看。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>head, what is known of it</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
    <message>
        <source>Query position (tokens)</source>
        <translation>查询位置 (词元)</translation>
    </message>
</context>
<context>
    <name>bam::views::MemoryBar</name>
    <message>
        <source>Share of the free memory that the run needs</source>
        <translation>运行所需内存占可用内存的比例</translation>
    </message>
</context>
<context>
    <name>bam::views::NotesDialog</name>
    <message>
        <source>paper, long run</source>
        <translation>论文, 长时运行</translation>
    </message>
    <message>
        <source>Words to find the run by, separated by commas</source>
        <translation>用于查找该运行的词，以英文逗号分隔</translation>
    </message>
    <message>
        <source>Tags that all selected runs have, separated by commas; others stay</source>
        <translation>所有选中运行共有的标签，以英文逗号分隔；其他标签会保留</translation>
    </message>
    <message>
        <source>What this run is for, what came out of it</source>
        <translation>此运行的目的和结果</translation>
    </message>
    <message>
        <source>The selected runs have different notes. What is typed here replaces all of them.</source>
        <translation>所选运行的备注各不相同。此处输入的内容将替换全部备注。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>标签(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>备注(&amp;N)</translation>
    </message>
</context>
<context>
    <name>bam::views::ParameterModel</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>none</source>
        <comment>an empty text</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a parameter and its unit</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The files of this run do not tell it. Runs of the official code keep only a part of their parameters.</source>
        <translation>此运行的文件未说明该参数。官方代码的运行只保留部分参数。</translation>
    </message>
    <message>
        <source>This parameter means nothing for this run.</source>
        <translation>此参数对该运行没有意义。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>参数</translation>
    </message>
</context>
<context>
    <name>bam::views::PasteDialog</name>
    <message>
        <source>Paste flags or JSON</source>
        <translation>粘贴标志或 JSON</translation>
    </message>
    <message>
        <source>A command line of bamscope or of the official train.py, or the JSON of a spec. It is laid over the present set-up; a preset in it replaces all.</source>
        <translation>bamscope 或官方 train.py 的命令行，或规格的 JSON。它会叠加到当前设置上；其中的预设会替换全部内容。</translation>
    </message>
    <message>
        <source>Flags or JSON</source>
        <translation>标志或 JSON</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>采用(&amp;U)</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) will change.</source>
        <translation>
            <numerusform>将更改 %n 个字段。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::PathEdit</name>
    <message>
        <source>Browse</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>bam::views::PauseDialog</name>
    <message>
        <source>Pause at a step</source>
        <translation>在指定步暂停</translation>
    </message>
    <message>
        <source>%1 finishes the step, writes a checkpoint and ends, so that its device is free. Resume goes on from there with the same numbers as without the pause.</source>
        <translation>%1 会完成当前步，写入检查点后结束，从而释放其设备。恢复时将从该处继续，数值与未暂停时相同。</translation>
    </message>
    <message>
        <source>Number of training steps that are done when the training pauses</source>
        <translation>训练暂停时已完成的训练步数</translation>
    </message>
    <message>
        <source>Pause when so many &amp;steps are done:</source>
        <translation>完成以下步数时暂停(&amp;S):</translation>
    </message>
    <message>
        <source>Now at step %1 of %2.</source>
        <translation>当前为第 %1 步，共 %2 步。</translation>
    </message>
    <message>
        <source>&amp;Pause at this step</source>
        <translation>在此步暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
</context>
<context>
    <name>bam::views::PriorControls</name>
    <message>
        <source>Scalable-Softmax</source>
        <translation>Scalable-Softmax</translation>
    </message>
    <message>
        <source>BAM: generalized Gaussian</source>
        <translation>BAM：广义高斯</translation>
    </message>
    <message>
        <source>ALiBi: linear</source>
        <translation>ALiBi：线性</translation>
    </message>
    <message>
        <source>NoPE: none</source>
        <translation>NoPE：无</translation>
    </message>
    <message>
        <source>Form of the prior</source>
        <translation>先验的形式</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>强度</translation>
    </message>
    <message>
        <source>Strength: the bias is −exp(θα) times the shape. Larger: the prior decides more against the content.</source>
        <translation>强度：偏置为 −exp(θα) 乘以形状。越大，先验相对于内容的决定作用越强。</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>尺度</translation>
    </message>
    <message>
        <source>Scale in tokens, α = exp(−θα/θβ): the distance at which the bias is −1. It does not exist at θβ = 0.</source>
        <translation>以词元计的尺度，α = exp(−θα/θβ)：偏置为 −1 时的距离。θβ = 0 时不存在。</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Shape: 1 is Laplace, 2 is Gaussian, between 0 and 1 the tail is heavy, 0 is uniform, below 0 the neighbourhood is suppressed. Keeps θα.</source>
        <translation>形状：1 为拉普拉斯，2 为高斯，0 与 1 之间为重尾，0 为均匀，小于 0 时抑制邻近位置。θα 保持不变。</translation>
    </message>
    <message>
        <source>Shape at the same scale</source>
        <translation>尺度不变时的形状</translation>
    </message>
    <message>
        <source>The same number as θβ. Changed here, it keeps the scale α, and θα follows.</source>
        <translation>与 θβ 是同一个数。在此处更改时尺度 α 保持不变，θα 随之变化。</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>中心位置</translation>
    </message>
    <message>
        <source>Location: μ = exp(θμ) − exp(−θμ). Below 0 the peak moves away from the query, above 0 it hides behind the causal mask.</source>
        <translation>中心位置：μ = exp(θμ) − exp(−θμ)。小于 0 时峰值远离查询，大于 0 时峰值隐藏在因果掩码之后。</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Offset in tokens: the peak is at distance −μ, so useful offsets are negative.</source>
        <translation>以词元计的偏移：峰值位于距离 −μ 处，因此有用的偏移为负值。</translation>
    </message>
    <message>
        <source>Scales the scores with λ = s · ln n, so that attention does not fade as texts grow: of BAM content and bias, of ALiBi the content alone.</source>
        <translation>用 λ = s · ln n 缩放分数，使注意力不随文本变长而减弱：对 BAM 缩放内容和偏置，对 ALiBi 仅缩放内容。</translation>
    </message>
    <message>
        <source>Factor of Scalable-Softmax</source>
        <translation>Scalable-Softmax 的系数</translation>
    </message>
    <message>
        <source>Factor of Scalable-Softmax, which each head learns: λ = s · ln n.</source>
        <translation>每个头学习的 Scalable-Softmax 系数：λ = s · ln n。</translation>
    </message>
    <message>
        <source>Keys the query sees</source>
        <translation>查询可见的键数</translation>
    </message>
    <message>
        <source>How many keys the query sees, itself included: its position plus one, up to 1,000,000.</source>
        <translation>查询能看到多少个键，包括它自身：其位置加一，至多 1,000,000。</translation>
    </message>
    <message>
        <source>Training length</source>
        <translation>训练长度</translation>
    </message>
    <message>
        <source>Tokens of a training sequence: marked in the plot of the reach, to show what lies beyond it.</source>
        <translation>一个训练序列的词元数：在作用范围图中标出，以显示其外的情况。</translation>
    </message>
    <message>
        <source>Expected %1 to %2.</source>
        <translation>要求 %1 到 %2。</translation>
    </message>
    <message>
        <source>%1 Arrow keys and wheel move it finely, Page Up and Page Down by ten.</source>
        <translation>%1 方向键和滚轮可微调，Page Up 和 Page Down 的步幅为十倍。</translation>
    </message>
    <message>
        <source>Reset: %1</source>
        <translation>重置：%1</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>恢复为 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Kerple: logarithmic</source>
        <translation>Kerple：对数</translation>
    </message>
    <message>
        <source>Kerple: power</source>
        <translation>Kerple：幂</translation>
    </message>
    <message>
        <source>The form of the prior. ALiBi is BAM with θβ = 1 and a fixed slope, NoPE is BAM with θβ = 0, Kerple&apos;s power is BAM with θβ = r2; with Scalable-Softmax, BAM&apos;s bias is scaled and theirs is not.</source>
        <translation>先验的形式。ALiBi 是 θβ = 1 且斜率固定的 BAM，NoPE 是 θβ = 0 的 BAM，Kerple 的幂形式是 θβ = r2 的 BAM；使用 Scalable-Softmax 时，BAM 的偏置会被缩放，而它们的不会。</translation>
    </message>
    <message>
        <source>Strength of the kernel</source>
        <translation>核的强度</translation>
    </message>
    <message>
        <source>Strength: what the logarithm or the power of the distance is multiplied with. The logarithmic kernel makes p fall as a power law with exponent −r1.</source>
        <translation>强度：与距离的对数或幂相乘的数。对数核使 p 按指数为 −r1 的幂律下降。</translation>
    </message>
    <message>
        <source>Shape of the kernel</source>
        <translation>核的形状</translation>
    </message>
    <message>
        <source>Shape: of the logarithmic kernel the distance, 1/r2 tokens, from which on it falls; of the power kernel the exponent, which Kerple keeps up to 2.</source>
        <translation>形状：对数核开始下降的距离，即 1/r2 个 token；幂核的指数，Kerple 将其保持在 2 以内。</translation>
    </message>
    <message>
        <source>Curve of a checkpoint</source>
        <translation>检查点的曲线</translation>
    </message>
    <message>
        <source>Sandwich: cosines</source>
        <translation>Sandwich：余弦</translation>
    </message>
    <message>
        <source>T5 and FIRE have no formula with a few numbers: they learn the whole curve. Select a run of theirs in the list and click one of its heads in the grid of priors, or choose it under Presets.</source>
        <translation>T5 和 FIRE 没有只含几个数的公式：它们学习整条曲线。在列表中选择它们的运行，点击先验网格中的一个头，或在“预设”下选择。</translation>
    </message>
    <message>
        <source>T5, FIRE: from a run</source>
        <translation>T5、FIRE：来自运行</translation>
    </message>
    <message>
        <source>Compression ratio</source>
        <translation>压缩比</translation>
    </message>
    <message>
        <source>Compression ratio, which divides the bias: 8(h + 1)/H for head h of H, counted from 0. Larger: the prior decides less and reaches further.</source>
        <translation>压缩比，用来除偏置：H 个头中第 h 个头（从 0 数起）为 8(h + 1)/H。越大：先验的影响越小，作用范围越远。</translation>
    </message>
    <message>
        <source>Width of the embeddings</source>
        <translation>编码宽度</translation>
    </message>
    <message>
        <source>Width of the sinusoidal embeddings whose product Sandwich is: w/2 cosines. Even; 128 in the paper.</source>
        <translation>Sandwich 是正弦编码的内积，此为其宽度：w/2 个余弦。须为偶数；论文中为 128。</translation>
    </message>
    <message>
        <source>Expected an even number: a sine and a cosine share each frequency.</source>
        <translation>应为偶数：每个频率由一个正弦和一个余弦共用。</translation>
    </message>
</context>
<context>
    <name>bam::views::PriorsView</name>
    <message>
        <source>&amp;From a head of a run</source>
        <translation>来自某个运行的头(&amp;F)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Explorer</source>
        <translation>探索器(&amp;E)</translation>
    </message>
    <message>
        <source>One prior: its parameters, its equation, how far it reaches</source>
        <translation>单个先验：其参数、公式及作用范围</translation>
    </message>
    <message>
        <source>&amp;Learned heads</source>
        <translation>学到的头(&amp;L)</translation>
    </message>
    <message>
        <source>All heads of the selected runs, through their training</source>
        <translation>选中运行的所有头，贯穿其训练过程</translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation>两者(&amp;B)</translation>
    </message>
    <message>
        <source>The explorer above the learned heads</source>
        <translation>探索器在上，学到的头在下</translation>
    </message>
    <message>
        <source>&amp;Play the training</source>
        <translation>播放训练(&amp;P)</translation>
    </message>
    <message>
        <source>Show how priors moved while they learned, as a film; Space in the pictures and curves</source>
        <translation>以动画展示先验在学习过程中如何变化；在小图和曲线中按空格键</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>保存图…</translation>
    </message>
    <message>
        <source>Write one of the plots as PDF, SVG, PNG or for TeX</source>
        <translation>将其中一个图写为 PDF、SVG、PNG 或供 TeX 使用</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>1: layer and head, 2: run</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>No selected run has priors</source>
        <translation>选中的运行都没有先验</translation>
    </message>
    <message>
        <source>Head %1: %2 %3</source>
        <comment>2: symbol, 3: value</comment>
        <translation>头 %1：%2 %3</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
</context>
<context>
    <name>bam::views::PromptPanel</name>
    <message>
        <source>Texts (*.txt *.md *.json *.jsonl);;All files (*)</source>
        <translation>文本 (*.txt *.md *.json *.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Capture</source>
        <translation>捕获(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Matrices of all heads</source>
        <translation>所有头的矩阵</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Which of the runs selected in the list is looked into</source>
        <translation>查看列表中选中的哪个运行的内部</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>The step whose weights are used</source>
        <translation>使用哪一步的权重</translation>
    </message>
    <message>
        <source>Pass key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Needle (RULER)</source>
        <translation>针 (RULER)</translation>
    </message>
    <message>
        <source>Own text</source>
        <translation>自己的文本</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Pass key: five digits hidden in filler sentences. Needle: RULER&apos;s magic number in a haystack. Own text or a file: the last token is asked what comes next.</source>
        <translation>密钥：五位数字隐藏在填充句子中。针：RULER 的大海捞针中的魔法数字。自己的文本或文件：在最后一个词元处询问接下来是什么。</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Tokens of the prompt; fillers meet it and never exceed it. Choose or type.</source>
        <translation>提示的词元数；填充内容会凑足但绝不超出此数。可选择或输入。</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Where the needle stands: 0 % at the beginning, 100 % right before the question</source>
        <translation>针所在的位置：0 % 为开头，100 % 为紧接在问题之前</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>新提示</translation>
    </message>
    <message>
        <source>Another key: the next seed</source>
        <translation>另一个密钥：下一个种子</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Decides key and words: equal seeds give equal prompts</source>
        <translation>决定密钥和用词：相同的种子产生相同的提示</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>How many digits the key has</source>
        <translation>密钥有多少位数字</translation>
    </message>
    <message>
        <source>A text file, whose end is asked what comes next</source>
        <translation>一个文本文件，在其末尾询问接下来是什么</translation>
    </message>
    <message>
        <source>Type or paste a text in any script. Token boundaries appear as you stop typing.</source>
        <translation>输入或粘贴任意文字的文本。停止输入后会显示词元边界。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The prompt. Select a passage and press “Mark as needle” to see which heads look at it.</source>
        <translation>提示。选择一段文本并按“标记为针”，以查看哪些头关注它。</translation>
    </message>
    <message>
        <source>Mark as needle</source>
        <translation>标记为针</translation>
    </message>
    <message>
        <source>Take what is selected in the text as the needle</source>
        <translation>将文本中选中的内容作为针</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>针</translation>
    </message>
    <message>
        <source>A passage of the text that must be found; may stay empty</source>
        <translation>文本中必须被找到的一段；可以留空</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>What should come next; its tokens are scored. May stay empty.</source>
        <translation>接下来应出现的内容；对其词元计分。可以留空。</translation>
    </message>
    <message>
        <source>Take the longest prompt that fits into memory now</source>
        <translation>采用目前内存可容纳的最长提示</translation>
    </message>
    <message>
        <source>Keeps the whole matrix of every head, pooled. Without it, the matrix of a head is made when you look at it.</source>
        <translation>保留每个头的完整矩阵（经池化）。不选时，头的矩阵在查看时才生成。</translation>
    </message>
    <message>
        <source>Runs the prompt through the checkpoint and keeps where every head looks (Ctrl+Return)</source>
        <translation>将提示送入检查点，并保留每个头关注的位置 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Stops the capture; what is shown stays</source>
        <translation>停止捕获；已显示的内容保留</translation>
    </message>
    <message>
        <source>Progress of the capture</source>
        <translation>捕获的进度</translation>
    </message>
    <message>
        <source>Type a number of tokens from 1 to %1.</source>
        <translation>请输入 1 到 %1 之间的词元数。</translation>
    </message>
    <message>
        <source>%1 × the training length of %2 tokens</source>
        <translation>训练长度 %2 个词元的 %1 倍</translation>
    </message>
    <message>
        <source>The training length is not known.</source>
        <translation>训练长度未知。</translation>
    </message>
    <message>
        <source>No run is selected</source>
        <translation>未选择运行</translation>
    </message>
    <message>
        <source>Step %1 (latest)</source>
        <translation>第 %1 步 (最新)</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>最新</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>This prompt of %1 tokens needs more memory than is free; %2 would fit.</source>
        <translation>此提示有 %1 个词元，所需内存超过可用内存；%2 个可以容纳。</translation>
    </message>
    <message>
        <source>Use %1 tokens</source>
        <translation>使用 %1 个词元</translation>
    </message>
    <message>
        <source>Takes about three times as long, and %1 of memory.</source>
        <translation>耗时约为三倍，并占用 %1 内存。</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: what is being run; 2: what is being done</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>RoPE 缩放</translation>
    </message>
</context>
<context>
    <name>bam::views::ResultModel</name>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>not significantly worse than the best</source>
        <translation>与最佳相比没有显著更差</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Click to have the rows in their own order again</source>
        <translation>单击可恢复各行原有的顺序</translation>
    </message>
    <message>
        <source>Click to sort the rows by this column</source>
        <translation>单击可按此列对各行排序</translation>
    </message>
</context>
<context>
    <name>bam::views::RetrievalStrip</name>
    <message>
        <source>Retrieval strip</source>
        <translation>检索条带</translation>
    </message>
    <message>
        <source>One row per head, one column per position of the prompt. Up and down choose a head, left and right a position, plus and minus zoom, Home shows everything.</source>
        <translation>每个头一行，提示的每个位置一列。上下键选择头，左右键选择位置，加减键缩放，Home 显示全部。</translation>
    </message>
    <message>
        <source>Where the answer&apos;s queries look: one row per head, one column per key position, the largest weight where columns stand for several keys. Wheel: zoom; drag: move; double click: everything; click: choose the head everywhere.</source>
        <translation>答案的查询关注哪里：每个头一行，每个键位置一列，一列代表多个键时取最大权重。滚轮：缩放；拖动：移动；双击：全部显示；单击：在各处选中该头。</translation>
    </message>
    <message>
        <source>%1, key %2 %3: weight %4</source>
        <comment>1: head; 2: position; 3: quoted token</comment>
        <translation>%1，键 %2 %3：权重 %4</translation>
    </message>
    <message numerus="yes">
        <source>, %Ln token(s) before the query</source>
        <translation>
            <numerusform>，查询之前 %Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>, in the needle</source>
        <translation>，在针内</translation>
    </message>
    <message numerus="yes">
        <source>Needle, %Ln token(s)</source>
        <translation>
            <numerusform>针，%Ln 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>Key position</source>
        <translation>键位置</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
</context>
<context>
    <name>bam::views::RowStrips</name>
    <message>
        <source>λ scales content scores and grows with the number of keys under Scalable-Softmax; Z = 1 / Σ content × position says how little the two agree</source>
        <translation>在 Scalable-Softmax 下，λ 缩放内容分数并随键数增大；Z = 1 / Σ 内容 × 位置 表示两者的一致程度有多低</translation>
    </message>
    <message>
        <source>%1 %2 – %3</source>
        <comment>name, lowest and highest value</comment>
        <translation>%1 %2 – %3</translation>
    </message>
</context>
<context>
    <name>bam::views::RunActions</name>
    <message>
        <source>Only a running run can be asked for this; this one is not running.</source>
        <translation>只有正在运行的运行才能执行此操作；此运行未在运行。</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>打开文件夹(&amp;O)</translation>
    </message>
    <message>
        <source>Shows the run&apos;s folder in the file manager (Enter)</source>
        <translation>在文件管理器中显示运行的文件夹 (Enter)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Goes on from the last checkpoint, in the same folder</source>
        <translation>在同一文件夹中从最后一个检查点继续</translation>
    </message>
    <message>
        <source>It is running already.</source>
        <translation>它已在运行。</translation>
    </message>
    <message>
        <source>It was made by the official code and has no checkpoints that can be resumed. Duplicate it as a new set-up instead.</source>
        <translation>它由官方代码生成，没有可恢复的检查点。请改为将其复制为新设置。</translation>
    </message>
    <message>
        <source>It has done all its steps. Duplicate it as a new set-up to train longer.</source>
        <translation>它已完成所有步。要训练更久，请将其复制为新设置。</translation>
    </message>
    <message>
        <source>Its folder does not say how far it got.</source>
        <translation>其文件夹未说明进行到何处。</translation>
    </message>
    <message>
        <source>Writes a checkpoint and ends, to be resumed later; the device is free meanwhile</source>
        <translation>写入检查点后结束，以便稍后恢复；在此期间设备空闲</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Finishes the step, writes a checkpoint and ends</source>
        <translation>完成当前步，写入检查点后结束</translation>
    </message>
    <message>
        <source>Write a &amp;checkpoint</source>
        <translation>写入检查点(&amp;C)</translation>
    </message>
    <message>
        <source>Writes a checkpoint at the next step and goes on</source>
        <translation>在下一步写入检查点并继续</translation>
    </message>
    <message>
        <source>E&amp;valuate…</source>
        <translation>评估(&amp;V)…</translation>
    </message>
    <message>
        <source>Measures pass-key retrieval with the last checkpoint</source>
        <translation>用最后一个检查点测量密钥检索</translation>
    </message>
    <message>
        <source>It has not trained yet, so there is nothing to evaluate.</source>
        <translation>它尚未训练，因此没有可评估的内容。</translation>
    </message>
    <message>
        <source>&amp;Duplicate as a new set-up</source>
        <translation>复制为新设置(&amp;D)</translation>
    </message>
    <message>
        <source>Opens the set-up with this run&apos;s settings, to be changed and started</source>
        <translation>以此运行的设置打开设置窗格，供修改后启动</translation>
    </message>
    <message>
        <source>Its settings cannot be read.</source>
        <translation>无法读取其设置。</translation>
    </message>
    <message>
        <source>E&amp;xport curves…</source>
        <translation>导出曲线(&amp;X)…</translation>
    </message>
    <message>
        <source>Writes training and validation curves into one CSV file</source>
        <translation>将训练和验证曲线写入一个 CSV 文件</translation>
    </message>
    <message>
        <source>Copy pat&amp;h</source>
        <translation>复制路径(&amp;H)</translation>
    </message>
    <message>
        <source>Puts the folder&apos;s path on the clipboard</source>
        <translation>将文件夹路径放到剪贴板</translation>
    </message>
    <message>
        <source>Pi&amp;n on top</source>
        <translation>置顶(&amp;N)</translation>
    </message>
    <message>
        <source>Pinned runs stay on top of the list, however it is sorted</source>
        <translation>无论如何排序，已置顶的运行都位于列表顶部</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <comment>pin the selected runs</comment>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>&amp;Tags and note…</source>
        <translation>标签和备注(&amp;T)…</translation>
    </message>
    <message>
        <source>Kept in the run&apos;s folder, so that they travel with it</source>
        <translation>保存在运行的文件夹中，因此会随其一起移动</translation>
    </message>
    <message>
        <source>&amp;Move to trash…</source>
        <translation>移到回收站(&amp;M)…</translation>
    </message>
    <message>
        <source>Moves the run&apos;s folder to the desktop&apos;s trash; this can be undone</source>
        <translation>将运行的文件夹移到桌面的回收站；此操作可以撤销</translation>
    </message>
    <message>
        <source>It is running. Stop it first.</source>
        <translation>它正在运行。请先停止它。</translation>
    </message>
    <message>
        <source>Select a run first.</source>
        <translation>请先选择一个运行。</translation>
    </message>
    <message>
        <source>Select a single run.</source>
        <translation>请选择单个运行。</translation>
    </message>
    <message>
        <source>&amp;Pause…</source>
        <translation>暂停(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Look into attention</source>
        <translation>查看注意力(&amp;L)</translation>
    </message>
    <message>
        <source>Shows where the heads of its checkpoints look, on the page “Attention”</source>
        <translation>在“注意力”页面上显示其检查点的头关注哪里</translation>
    </message>
    <message>
        <source>It has not trained yet, so there is nothing to look into.</source>
        <translation>它尚未训练，因此没有可查看的内容。</translation>
    </message>
    <message>
        <source>Capture &amp;attention now</source>
        <translation>立即捕获注意力(&amp;A)</translation>
    </message>
    <message>
        <source>Captures where its heads look after the next step, for the page “Film”, and goes on</source>
        <translation>在下一步之后捕获各头的注意位置，供“影片”页使用，然后继续</translation>
    </message>
    <message>
        <source>It was imported from another program: it has curves and no model.</source>
        <translation>它是从其他程序导入的：只有曲线，没有模型。</translation>
    </message>
</context>
<context>
    <name>bam::views::RunColorMenu</name>
    <message>
        <source>&amp;Colour</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>Of its &amp;encoding</source>
        <translation>按编码(&amp;E)</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <translation>朱红色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Sky blue</source>
        <translation>天蓝色</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>&amp;Other…</source>
        <translation>其他(&amp;O)…</translation>
    </message>
    <message>
        <source>Colour of the curves</source>
        <translation>曲线颜色</translation>
    </message>
</context>
<context>
    <name>bam::views::RunPriors</name>
    <message>
        <source>Plane of shape and scale</source>
        <translation>形状与尺度平面</translation>
    </message>
    <message>
        <source>Each head at its shape θβ and strength θα, with the way it came. θβ &gt; 0: local. −0.6 &lt; θβ ≤ 0: broad. θβ ≤ −0.6: inverted, retrieval heads. Click: into the explorer; Ctrl + click: compare.</source>
        <translation>每个头位于其形状 θβ 和强度 θα 处，并附其演变轨迹。θβ &gt; 0：局部。−0.6 &lt; θβ ≤ 0：宽泛。θβ ≤ −0.6：反转，即检索头。单击：放入探索器；Ctrl + 单击：比较。</translation>
    </message>
    <message>
        <source>A parameter of all heads over steps</source>
        <translation>所有头的某个参数随步数的变化</translation>
    </message>
    <message>
        <source>One line per head. Click a line: its head into the explorer; click elsewhere or drag: to that step.</source>
        <translation>每个头一条线。单击某条线：将其头放入探索器；单击别处或拖动：转到该步。</translation>
    </message>
    <message>
        <source>No run is selected.</source>
        <translation>未选择运行。</translation>
    </message>
    <message>
        <source>%1: slopes that do not change</source>
        <comment>1: run</comment>
        <translation>%1：斜率不变</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <comment>1: run</comment>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>inverted</source>
        <translation>反转</translation>
    </message>
    <message>
        <source>broad</source>
        <translation>宽泛</translation>
    </message>
    <message>
        <source>local</source>
        <translation>局部</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source> · one prior for all layers</source>
        <translation> · 所有层共用一个先验</translation>
    </message>
    <message>
        <source>Select runs with BAM or Kerple in the list to see how far each of their heads looks, and how it learned to.</source>
        <translation>在列表中选择使用 BAM 或 Kerple 的运行，查看每个头看多远，以及它是如何学会的。</translation>
    </message>
    <message>
        <source>Shape %1</source>
        <comment>1: symbol</comment>
        <translation>形状 %1</translation>
    </message>
    <message>
        <source>Strength %1</source>
        <comment>1: symbol</comment>
        <translation>强度 %1</translation>
    </message>
</context>
<context>
    <name>bam::views::RunTree</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Click to sort; Ctrl+click sorts further by a second column. Right-click to choose columns.</source>
        <translation>单击可排序；Ctrl+单击可再按第二列排序。右键单击可选择列。</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>按此列排序</translation>
    </message>
    <message>
        <source>Sort further by this column</source>
        <translation>再按此列排序</translation>
    </message>
</context>
<context>
    <name>bam::views::RunsView</name>
    <message>
        <source>Edit notes</source>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Filter runs, e.g. bam size:l12 loss&lt;3</source>
        <translation>过滤运行，例如 bam size:l12 loss&lt;3</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>过滤运行</translation>
    </message>
    <message>
        <source>Puts runs that have something in common below one heading</source>
        <translation>将有共同点的运行归到一个标题下</translation>
    </message>
    <message>
        <source>Group runs by</source>
        <translation>运行分组依据</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>不分组</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>按规模</translation>
    </message>
    <message>
        <source>By encoding</source>
        <translation>按编码</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>按状态</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>按文件夹</translation>
    </message>
    <message>
        <source>By tag</source>
        <translation>按标签</translation>
    </message>
    <message>
        <source>Looks at all folders again. Changes show by themselves; this is for network folders that tell nothing.</source>
        <translation>重新查看所有文件夹。更改会自动显示；此功能用于不发送通知的网络文件夹。</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除过滤器</translation>
    </message>
    <message>
        <source>No run matches the filter</source>
        <translation>没有与过滤器匹配的运行</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找运行…</translation>
    </message>
    <message>
        <source>No runs here yet</source>
        <translation>此处尚无运行</translation>
    </message>
    <message>
        <source>Runs that it hides: %1</source>
        <translation>被隐藏的运行：%1</translation>
    </message>
    <message>
        <source>Set up a run and start it, or open a folder that holds runs.</source>
        <translation>设置并启动一个运行，或打开包含运行的文件夹。</translation>
    </message>
    <message>
        <source>Change colour</source>
        <translation>更改颜色</translation>
    </message>
    <message>
        <source>Tags and note of %1</source>
        <translation>%1 的标签和备注</translation>
    </message>
    <message>
        <source>Tags and notes of the selected runs (%1)</source>
        <translation>所选运行的标签和备注 (%1)</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <comment>1: what was done</comment>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>Re&amp;do</source>
        <translation>重做(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;do: %1</source>
        <comment>1: what was undone</comment>
        <translation>重做(&amp;D)：%1</translation>
    </message>
    <message>
        <source>Takes back the last change of the list: a move to the trash, tags, a note, a colour or a pin</source>
        <translation>撤销列表的上一次更改：移到回收站、标签、备注、颜色或置顶</translation>
    </message>
    <message>
        <source>Does again what was taken back last</source>
        <translation>重新执行上一次撤销的操作</translation>
    </message>
    <message>
        <source>What can be filtered by</source>
        <translation>可以按什么筛选</translation>
    </message>
    <message>
        <source>Help for the filter</source>
        <translation>筛选帮助</translation>
    </message>
</context>
<context>
    <name>bam::views::SetupView</name>
    <message>
        <source>the preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>the set-up that was opened</source>
        <translation>打开的设置</translation>
    </message>
    <message>
        <source>Open a set-up</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Take over %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>Reset all fields</source>
        <translation>重置所有字段</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Choose a dataset first: its first documents and their token boundaries are shown here.</source>
        <translation>请先选择数据集：此处会显示其前几篇文档及词元边界。</translation>
    </message>
    <message>
        <source>As in %1.</source>
        <translation>与“%1”一致。</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) differ from %1.</source>
        <translation>
            <numerusform>有 %n 个字段与“%1”不同。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s): show</source>
        <translation>
            <numerusform>%n 个问题：显示</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: see what is expected there</source>
        <translation>%1：请查看该处的要求</translation>
    </message>
    <message>
        <source>Start this run now (Ctrl+Return)</source>
        <translation>立即启动此运行 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Start this run when its device is free</source>
        <translation>在其设备空闲时启动此运行</translation>
    </message>
    <message>
        <source>Several runs: encodings, sizes, seeds, values of a field</source>
        <translation>多个运行：编码、规模、随机种子、某个字段的值</translation>
    </message>
    <message>
        <source>The same run as a command line, under torchrun or as a Slurm job</source>
        <translation>以命令行、torchrun 或 Slurm 任务的形式获取同一运行</translation>
    </message>
    <message>
        <source>Ready to start</source>
        <translation>可以启动</translation>
    </message>
    <message>
        <source>Ready, but memory is short</source>
        <translation>可以启动，但内存不足</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo the last change of a field</source>
        <translation>撤销对字段的上次更改</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redo what was undone</source>
        <translation>重做已撤销的更改</translation>
    </message>
    <message>
        <source>&amp;Open spec…</source>
        <translation>打开规格(&amp;O)…</translation>
    </message>
    <message>
        <source>Take the set-up from a JSON file</source>
        <translation>从 JSON 文件读取设置</translation>
    </message>
    <message>
        <source>&amp;Save spec…</source>
        <translation>保存规格(&amp;S)…</translation>
    </message>
    <message>
        <source>Write this set-up as a JSON file</source>
        <translation>将此设置写入 JSON 文件</translation>
    </message>
    <message>
        <source>&amp;Paste flags or JSON…</source>
        <translation>粘贴标志或 JSON(&amp;P)…</translation>
    </message>
    <message>
        <source>Take fields from an official command line, one of ours, or JSON</source>
        <translation>从官方命令行、本程序的命令行或 JSON 中读取字段</translation>
    </message>
    <message>
        <source>&amp;Start run</source>
        <translation>启动运行(&amp;S)</translation>
    </message>
    <message>
        <source>Start this run now</source>
        <translation>立即启动此运行</translation>
    </message>
    <message>
        <source>&amp;Queue run</source>
        <translation>将运行加入队列(&amp;Q)</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>参数扫描(&amp;W)…</translation>
    </message>
    <message>
        <source>Queue several runs</source>
        <translation>将多个运行加入队列</translation>
    </message>
    <message>
        <source>Copy as &amp;command line</source>
        <translation>复制为命令行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy as &amp;torchrun line</source>
        <translation>复制为 torchrun 命令行(&amp;T)</translation>
    </message>
    <message>
        <source>Copy as &amp;sbatch script</source>
        <translation>复制为 sbatch 脚本(&amp;S)</translation>
    </message>
    <message>
        <source>Start from a preset</source>
        <translation>从预设开始</translation>
    </message>
    <message>
        <source>Take over one of the recipes; dataset, run folder and device stay</source>
        <translation>采用其中一个配方；数据集、运行文件夹和设备保持不变</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>全部重置</translation>
    </message>
    <message>
        <source>Back to what the set-up came from; can be undone</source>
        <translation>恢复到设置的初始来源；可以撤销</translation>
    </message>
    <message>
        <source>Find a field or a flag</source>
        <translation>查找字段或标志</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>Also show fields that are rarely changed</source>
        <translation>同时显示很少更改的字段</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Explain every field below its line</source>
        <translation>在每个字段下方显示说明</translation>
    </message>
    <message>
        <source>Build a dataset…</source>
        <translation>构建数据集…</translation>
    </message>
    <message>
        <source>Make token shards from text, JSONL or Parquet</source>
        <translation>从文本、JSONL 或 Parquet 生成词元分片</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Show the first documents and where the tokenizer cuts them</source>
        <translation>显示前几篇文档以及分词器的切分位置</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>Go to the next field that has to be corrected</source>
        <translation>转到下一个需要更正的字段</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>参数扫描…</translation>
    </message>
    <message>
        <source>Train on %1</source>
        <translation>用 %1 训练</translation>
    </message>
    <message>
        <source>As in %1, but for: %2.</source>
        <translation>与%1相同，但以下除外：%2。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of fields</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>cause and hint</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>The tokenizer of the data has %1 pieces: at least so many are expected here, not %2.</source>
        <translation>数据的分词器有 %1 个词元：此处至少应为该数，而不是 %2。</translation>
    </message>
    <message>
        <source>The dataset has %1 tokens, at least %2 are expected: %3 for validation and the gap after it, %4 for one step and 1 for its last target. Use more text, or less for validation.</source>
        <translation>数据集有 %1 个词元，至少需要 %2 个：%3 个用于验证及其后的间隔，%4 个用于一步，1 个用于最后的目标。请使用更多文本，或减少验证用量。</translation>
    </message>
    <message>
        <source>Vocabulary of the data</source>
        <translation>数据的词表</translation>
    </message>
    <message>
        <source>%1 The vocabulary is that of the data: %2 pieces.</source>
        <translation>%1词表取自数据：%2 个词元。</translation>
    </message>
</context>
<context>
    <name>bam::views::StartPage</name>
    <message>
        <source>How far does a position reach?</source>
        <translation>一个位置能影响多远？</translation>
    </message>
    <message>
        <source>Train small and large models with different positional encodings, watch their priors and losses, and see what they still find far beyond the length they were trained on. There are no runs in the open folders yet. Begin with one of these:</source>
        <translation>使用不同的位置编码训练小型和大型模型，观察它们的先验和损失，并查看它们在远超训练长度时还能找到什么。打开的文件夹中尚无运行。请从以下任一项开始:</translation>
    </message>
    <message>
        <source>Train the two-minute example</source>
        <translation>训练两分钟示例</translation>
    </message>
    <message>
        <source>A model of 0.46 million parameters learns to find a pass key with BAM. Two processor cores and no data of your own are enough.</source>
        <translation>一个 46 万参数的模型用 BAM 学习查找密钥。只需两个处理器核心，无需自备数据。</translation>
    </message>
    <message>
        <source>&amp;Train it now</source>
        <translation>立即训练(&amp;T)</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Runs of Bamscope or of the official code: the folder given as log_dir, or any folder above runs.</source>
        <translation>Bamscope 或官方代码的运行：以 log_dir 指定的文件夹，或运行的任一上级文件夹。</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Build a dataset</source>
        <translation>构建数据集</translation>
    </message>
    <message>
        <source>Turn text, JSON Lines or Parquet into token shards, with a look at documents and token boundaries before you start.</source>
        <translation>将文本、JSON Lines 或 Parquet 转换为词元分片，并在开始前查看文档和词元边界。</translation>
    </message>
    <message>
        <source>&amp;Build…</source>
        <translation>构建(&amp;B)…</translation>
    </message>
    <message>
        <source>Set up a run</source>
        <translation>设置运行</translation>
    </message>
    <message>
        <source>Every field of a training run with its meaning, checked as you type, with memory and time before it starts.</source>
        <translation>训练运行的每个字段及其含义，输入时即时检查，并在启动前给出所需内存和时间。</translation>
    </message>
    <message>
        <source>&amp;Set up…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Opened before: %1</source>
        <translation>以前打开过：%1</translation>
    </message>
    <message>
        <source>Explore a prior</source>
        <translation>探索先验</translation>
    </message>
    <message>
        <source>What the shape of a positional prior does to near and far tokens, from 16 to a million of them. Needs no run.</source>
        <translation>位置先验的形状对远近词元有何影响，从 16 个到一百万个词元。无需任何运行。</translation>
    </message>
    <message>
        <source>&amp;Explore…</source>
        <translation>探索(&amp;E)…</translation>
    </message>
</context>
<context>
    <name>bam::views::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>参数扫描</translation>
    </message>
    <message>
        <source>The runs of this sweep</source>
        <translation>此参数扫描的运行</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>加入队列</translation>
    </message>
    <message>
        <source>Encodings</source>
        <translation>编码</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Seeds and one more field</source>
        <translation>随机种子和另一个字段</translation>
    </message>
    <message>
        <source>&amp;Seeds</source>
        <translation>随机种子(&amp;S)</translation>
    </message>
    <message>
        <source>Numbers and ranges: 0-4, 7. Several seeds show how much chance is in a difference.</source>
        <translation>数字和范围：0-4, 7。多个随机种子可显示差异中有多少出于偶然。</translation>
    </message>
    <message>
        <source>A further field</source>
        <translation>另一个字段</translation>
    </message>
    <message>
        <source>no further field</source>
        <translation>无其他字段</translation>
    </message>
    <message>
        <source>Values of the further field</source>
        <translation>另一个字段的值</translation>
    </message>
    <message>
        <source>values separated by commas</source>
        <translation>以英文逗号分隔的值</translation>
    </message>
    <message>
        <source>These are %L1 runs; at most %L2 can be queued at once.</source>
        <translation>共有 %L1 个运行；一次最多可将 %L2 个加入队列。</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Queue %n run(s)</source>
        <translation>
            <numerusform>将 %n 个运行加入队列(&amp;Q)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) cannot start: the table says what is expected.</source>
        <translation>
            <numerusform>%n 个运行无法启动：表中说明了要求。</numerusform>
        </translation>
    </message>
    <message>
        <source>The largest run needs about %1, but only %2 are free on %3.</source>
        <translation>最大的运行约需 %1，但 %3 上仅 %2 可用。</translation>
    </message>
    <message>
        <source>At most %1 of memory at a time. There is no measurement on this device yet, so the time is not known.</source>
        <translation>同一时间最多使用 %1 内存。此设备上尚无测量值，因此时间未知。</translation>
    </message>
    <message>
        <source>About %1 in all on one device, at most %2 of memory at a time.</source>
        <translation>在一个设备上共约 %1，同一时间最多使用 %2 内存。</translation>
    </message>
</context>
<context>
    <name>bam::views::TextView</name>
    <message>
        <source>Beginning mark</source>
        <translation>起始标记</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>书写(&amp;W)</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>停止(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>What the model writes appears here, token by token.</source>
        <translation>模型写出的内容逐词元显示在这里。</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>The prompt, and in full colour what the model wrote after it</source>
        <translation>提示，以及其后以正常颜色显示的模型所写内容</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Puts prompt and text on the clipboard</source>
        <translation>把提示和文本放入剪贴板</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Which of the runs selected in the list writes</source>
        <translation>由列表中选中的哪个运行来写</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>The step whose weights are used</source>
        <translation>使用哪一步的权重</translation>
    </message>
    <message>
        <source>Type what the model goes on from.</source>
        <translation>输入让模型接着写的内容。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>What the model goes on from. Ctrl+Enter writes.</source>
        <translation>模型接着写的起点。Ctrl+Enter 开始书写。</translation>
    </message>
    <message>
        <source>0 (likeliest)</source>
        <translation>0（最可能）</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0 takes the likeliest token each time, 1 draws as the model has learned, more is wilder</source>
        <translation>0 每次取最可能的词元，1 按模型所学抽取，更大则更随意</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Draws among so many of the likeliest tokens</source>
        <translation>在这么多最可能的词元中抽取</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Draws among the likeliest tokens that together have this probability</source>
        <translation>在合计达到此概率的最可能词元中抽取</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>新种子</translation>
    </message>
    <message>
        <source>Another text: the next seed</source>
        <translation>另一段文本：下一个种子</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Equal seeds write equal texts</source>
        <translation>相同的种子写出相同的文本</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元数</translation>
    </message>
    <message>
        <source>Most tokens that are written; a model may end by itself before</source>
        <translation>最多写多少词元；模型可能提前自行结束</translation>
    </message>
    <message>
        <source>Begins with the tokenizer&apos;s beginning-of-sequence piece; take what the model saw in training</source>
        <translation>以分词器的序列起始片段开头；请与训练时一致</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>书写</translation>
    </message>
    <message>
        <source>Lets the model write on after the prompt (Ctrl+Enter)</source>
        <translation>让模型在提示之后继续写（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ends the text after this token</source>
        <translation>在此词元之后结束文本</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Select a run in the list: its model writes here.</source>
        <translation>在列表中选择一个运行：其模型在这里书写。</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>The prompt is being read: %1 of %2 tokens</source>
        <translation>正在读取提示：%2 个词元中的 %1 个</translation>
    </message>
    <message>
        <source>%1 tokens, %2 tokens/s</source>
        <translation>%1 个词元，%2 词元/秒</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个词元</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>RoPE 缩放</translation>
    </message>
</context>
<context>
    <name>bam::views::TimeScrubber</name>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Play the training as a film (Space)</source>
        <translation>以动画播放训练（空格键）</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>To the first step</source>
        <translation>转到第一步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>To the last step, and along with a run that goes on</source>
        <translation>转到最后一步，并跟随仍在进行的运行</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Begin again at the end of the film</source>
        <translation>动画结束后从头开始</translation>
    </message>
    <message>
        <source>Step of the training</source>
        <translation>训练的步</translation>
    </message>
    <message>
        <source>Speed of the film</source>
        <translation>动画速度</translation>
    </message>
    <message>
        <source>Speed of the film; at 1× the whole training takes 12 seconds</source>
        <translation>动画速度；1× 时整个训练用时 12 秒</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>No steps</source>
        <translation>没有步</translation>
    </message>
    <message>
        <source>Step %1, live</source>
        <translation>第 %1 步，实时</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Which step of the training is shown: one logged step per arrow key</source>
        <translation>显示训练的哪一步：每按一次方向键移动一个已记录的步</translation>
    </message>
</context>
<context>
    <name>bam::views::TokenView</name>
    <message>
        <source>First documents with token boundaries</source>
        <translation>前几篇文档及词元边界</translation>
    </message>
    <message>
        <source>Reading the first documents…</source>
        <translation>正在读取前几篇文档…</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n 个文件，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 tokens</source>
        <translation>%1：%2 个词元</translation>
    </message>
    <message>
        <source>%1: about %2 tokens</source>
        <translation>%1：约 %2 个词元</translation>
    </message>
    <message>
        <source>%1 characters per token, tokenizer of %2 pieces</source>
        <translation>每词元 %1 个字符，分词器有 %2 个词片</translation>
    </message>
    <message>
        <source>%1: %2 characters, %3 tokens</source>
        <translation>%1：%2 个字符，%3 个词元</translation>
    </message>
    <message>
        <source>%1: %2 characters</source>
        <translation>%1：%2 个字符</translation>
    </message>
    <message>
        <source>Token %1, id %2</source>
        <translation>词元 %1，ID %2</translation>
    </message>
</context>
<context>
    <name>bam::window::CommandPalette</name>
    <message>
        <source>%1: %2</source>
        <comment>menu, then action</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>输入您想执行的操作</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No command has these letters.</source>
        <translation>没有包含这些字母的命令。</translation>
    </message>
</context>
<context>
    <name>bam::window::ComparePart</name>
    <message>
        <source>%1, and others of its kind</source>
        <translation>%1 以及其他同类项</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 selected runs are compared.</source>
        <translation>仅比较 %2 个选中运行中的前 %1 个。</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>保存表格</translation>
    </message>
    <message>
        <source>LaTeX with booktabs (*.tex);;Markdown (*.md);;Tab-separated values (*.tsv)</source>
        <translation>使用 booktabs 的 LaTeX (*.tex);;Markdown (*.md);;制表符分隔值 (*.tsv)</translation>
    </message>
    <message>
        <source>The table was written to %1.</source>
        <translation>表格已写入 %1。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: run, 2: how its RoPE is scaled, such as yarn × 8</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>bam::window::EvaluationsPart</name>
    <message>
        <source>Only the first %1 of %2 selected runs are shown.</source>
        <translation>只显示所选 %2 个运行中的前 %1 个。</translation>
    </message>
</context>
<context>
    <name>bam::window::FiguresPart</name>
    <message>
        <source>The picture is on the clipboard</source>
        <translation>图像已在剪贴板中</translation>
    </message>
    <message numerus="yes">
        <source>Reading the files of %n run(s)</source>
        <translation>
            <numerusform>正在读取 %n 个运行的文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is there already and holds another figure.</source>
        <translation>%1 已存在，且包含另一个图。</translation>
    </message>
    <message>
        <source>Choose another name, or replace it.</source>
        <translation>请选择其他名称，或替换它。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Written to %1: %2</source>
        <translation>已写入 %1：%2</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Running a prompt through %1</source>
        <translation>正在用 %1 处理提示</translation>
    </message>
    <message>
        <source>Running a prompt through %1: %2</source>
        <translation>正在用 %1 处理提示：%2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>bam::window::FilmPart</name>
    <message>
        <source>The frame of step %1 cannot be read: %2</source>
        <translation>无法读取第 %1 步的帧：%2</translation>
    </message>
</context>
<context>
    <name>bam::window::JobsPart</name>
    <message>
        <source>Open a spec</source>
        <translation>打开规格</translation>
    </message>
    <message>
        <source>Specs and runs (*.json)</source>
        <translation>规格和运行 (*.json)</translation>
    </message>
    <message>
        <source>Save the spec</source>
        <translation>保存规格</translation>
    </message>
    <message>
        <source>Specs (*.json)</source>
        <translation>规格 (*.json)</translation>
    </message>
    <message>
        <source>The spec was saved as %1.</source>
        <translation>规格已保存为 %1。</translation>
    </message>
    <message>
        <source>The example&apos;s description (presets/example.json) is not beside the program.</source>
        <translation>示例的描述 (presets/example.json) 不在程序旁边。</translation>
    </message>
    <message>
        <source>Install the program again, or start it from its own folder.</source>
        <translation>请重新安装程序，或从其自身文件夹启动。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>Check the permissions of the home folder and the space on its disk.</source>
        <translation>请检查主文件夹的权限及其磁盘的可用空间。</translation>
    </message>
    <message>
        <source>Choose a text of a few megabytes for the example</source>
        <translation>为示例选择一个几 MB 的文本</translation>
    </message>
    <message>
        <source>Plain text (*.txt *.text *.md);;All files (*)</source>
        <translation>纯文本 (*.txt *.text *.md);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 cannot be copied to %2.</source>
        <translation>无法将 %1 复制到 %2。</translation>
    </message>
    <message>
        <source>Check that it can be read and that there is space on the disk.</source>
        <translation>请检查它是否可读以及磁盘是否有可用空间。</translation>
    </message>
    <message>
        <source>Two-minute example</source>
        <translation>两分钟示例</translation>
    </message>
    <message>
        <source>Mistral 7B v0.3 (the paper&apos;s)</source>
        <translation>Mistral 7B v0.3（论文所用）</translation>
    </message>
    <message>
        <source>the preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>The set-up now trains on the dataset %1.</source>
        <translation>设置现在使用数据集 %1 训练。</translation>
    </message>
    <message>
        <source>It also runs without the window: %1</source>
        <translation>也可以不用窗口运行：%1</translation>
    </message>
    <message>
        <source>“%1” waits in the queue: its device is busy.</source>
        <translation>“%1”在队列中等待：其设备正忙。</translation>
    </message>
    <message>
        <source>It starts when the job before it ends. Preferences say how many jobs the CPU runs at a time.</source>
        <translation>前一个任务结束后它就开始。CPU 同时运行多少个任务在首选项中设置。</translation>
    </message>
    <message>
        <source>Start it &amp;now</source>
        <translation>立即启动(&amp;N)</translation>
    </message>
    <message>
        <source>Its vocabulary follows when the dataset is built; a training that is queued starts then. Undo in the set-up takes it back.</source>
        <translation>数据集建成后词表随之设定；排队的训练届时开始。在设置中撤销即可恢复。</translation>
    </message>
</context>
<context>
    <name>bam::window::LensPart</name>
    <message>
        <source>Making the matrix</source>
        <translation>正在生成矩阵</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>Check the path and the permissions of the file.</source>
        <translation>请检查该文件的路径和权限。</translation>
    </message>
    <message>
        <source>%1 is larger than %2.</source>
        <translation>%1 大于 %2。</translation>
    </message>
    <message>
        <source>Cut out the part that is to be looked at.</source>
        <translation>请截取要查看的部分。</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
</context>
<context>
    <name>bam::window::MainWindow</name>
    <message>
        <source>Bamscope</source>
        <translation>Bamscope</translation>
    </message>
    <message>
        <source>Training curves</source>
        <translation>训练曲线</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;New run…</source>
        <translation>新建运行(&amp;N)…</translation>
    </message>
    <message>
        <source>Set up a training: every field with its meaning, checked as you type</source>
        <translation>设置训练：每个字段及其含义，输入时即时检查</translation>
    </message>
    <message>
        <source>&amp;Build a dataset…</source>
        <translation>构建数据集(&amp;B)…</translation>
    </message>
    <message>
        <source>Turn texts into token shards, with a preview of token boundaries</source>
        <translation>将文本转换为词元分片，并预览词元边界</translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation>Ctrl+B</translation>
    </message>
    <message>
        <source>Train the two-minute &amp;example</source>
        <translation>训练两分钟示例(&amp;E)</translation>
    </message>
    <message>
        <source>A small BAM model that learns to find a pass key</source>
        <translation>一个学习查找密钥的小型 BAM 模型</translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation>任务(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Set-up</source>
        <translation>设置(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Curves</source>
        <translation>曲线(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Open folder…</source>
        <translation>打开文件夹(&amp;O)…</translation>
    </message>
    <message>
        <source>Show the runs below one more folder</source>
        <translation>再显示一个文件夹下的运行</translation>
    </message>
    <message>
        <source>Open &amp;again</source>
        <translation>重新打开(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Close folder</source>
        <translation>关闭文件夹(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Look at all folders again</source>
        <translation>重新查看所有文件夹</translation>
    </message>
    <message>
        <source>&amp;Export curves of selected runs…</source>
        <translation>导出所选运行的曲线(&amp;E)…</translation>
    </message>
    <message>
        <source>All logged rows of the selected runs as one CSV file</source>
        <translation>将所选运行记录的所有行导出为一个 CSV 文件</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>首选项(&amp;P)…</translation>
    </message>
    <message>
        <source>Colours, language, notifications</source>
        <translation>颜色、语言、通知</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window. Running jobs go on, and are found again at the next start.</source>
        <translation>关闭窗口。正在运行的任务会继续，下次启动时会重新找到它们。</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>pane</comment>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>Show this pane and put the keyboard there</source>
        <translation>显示此窗格并将键盘焦点移到其中</translation>
    </message>
    <message>
        <source>Go to the curves</source>
        <translation>转到曲线</translation>
    </message>
    <message>
        <source>Put the keyboard into the plot</source>
        <translation>将键盘焦点移到图中</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>颜色(&amp;C)</translation>
    </message>
    <message>
        <source>As the &amp;system says</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>使用整个屏幕</translation>
    </message>
    <message>
        <source>&amp;Reset the arrangement of panes</source>
        <translation>重置窗格布局(&amp;R)</translation>
    </message>
    <message>
        <source>Put every pane where it was at the first start</source>
        <translation>将每个窗格恢复到首次启动时的位置</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Find any action by typing a few of its letters</source>
        <translation>输入几个字母即可查找任意操作</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>All keys in one list</source>
        <translation>在一个列表中显示所有按键</translation>
    </message>
    <message>
        <source>Ctrl+/</source>
        <translation>Ctrl+/</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>起始页(&amp;S)</translation>
    </message>
    <message>
        <source>The page of the first start</source>
        <translation>首次启动时的页面</translation>
    </message>
    <message>
        <source>&amp;About Bamscope</source>
        <translation>关于 Bamscope(&amp;A)</translation>
    </message>
    <message>
        <source>Version, licence, sources</source>
        <translation>版本、许可证、来源</translation>
    </message>
    <message>
        <source>Main tool bar</source>
        <translation>主工具栏</translation>
    </message>
    <message>
        <source>No folder is open</source>
        <translation>没有打开的文件夹</translation>
    </message>
    <message>
        <source>%1, %2 selected</source>
        <comment>1: number of runs as a phrase</comment>
        <translation>%1，已选 %2 个</translation>
    </message>
    <message>
        <source>Open a folder of runs</source>
        <translation>打开包含运行的文件夹</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Curves: zoom at the mouse; on an axis, that axis alone</source>
        <translation>曲线：以鼠标位置为中心缩放；在坐标轴上则仅缩放该轴</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Shift + 拖动</translation>
    </message>
    <message>
        <source>Curves: zoom into a rectangle</source>
        <translation>曲线：缩放到矩形</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Curves: move; on an axis, that axis alone</source>
        <translation>曲线：移动；在坐标轴上则仅移动该轴</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Curves: show everything</source>
        <translation>曲线：显示全部</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Go to the next pane</source>
        <translation>转到下一个窗格</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Runs: edit the note</source>
        <translation>运行：编辑备注</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Runs: move to the trash</source>
        <translation>运行：移到回收站</translation>
    </message>
    <message>
        <source>About Bamscope</source>
        <translation>关于 Bamscope</translation>
    </message>
    <message>
        <source>&lt;b&gt;Bamscope %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Bamscope %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>A workbench for positional encodings and long context: the Bayesian Attention Mechanism and its rivals, trained, watched and compared.

Free software under the GNU General Public License, version 3 or later. Built on Qt, LibTorch, QCustomPlot and sentencepiece.</source>
        <translation>面向位置编码和长上下文的工作台：训练、观察并比较贝叶斯注意力机制 (BAM) 及其竞争方法。

本程序是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本。基于 Qt、LibTorch、QCustomPlot 和 sentencepiece 构建。</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>文字大小(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>放大(&amp;L)</translation>
    </message>
    <message>
        <source>Larger text everywhere in the window</source>
        <translation>放大整个窗口的文字</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>缩小(&amp;S)</translation>
    </message>
    <message>
        <source>Smaller text everywhere in the window</source>
        <translation>缩小整个窗口的文字</translation>
    </message>
    <message>
        <source>As the s&amp;ystem says</source>
        <translation>跟随系统(&amp;Y)</translation>
    </message>
    <message>
        <source>The size that the system is set to</source>
        <translation>系统设定的文字大小</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Preferences and open folders cannot be kept in %1.</source>
        <translation>偏好设置和打开的文件夹无法保存到 %1。</translation>
    </message>
    <message>
        <source>They hold until this window is closed. Check the space on that disk and the permissions of the file and its folder.</source>
        <translation>它们在此窗口关闭前有效。请检查该磁盘的空间以及该文件及其文件夹的权限。</translation>
    </message>
    <message>
        <source>Close Bamscope</source>
        <translation>关闭 Bamscope</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) are waiting and will not start until Bamscope is open again.</source>
        <translation>
            <numerusform>有 %n 个任务在等待，重新打开 Bamscope 之前不会开始。</numerusform>
        </translation>
    </message>
    <message>
        <source>Jobs that run go on.</source>
        <translation>正在运行的任务会继续。</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Stay open</source>
        <translation>保持打开(&amp;S)</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <comment>1: how many the filter shows</comment>
        <translation>
            <numerusform>%1/%Ln 个运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln 个运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) found, still looking…</source>
        <translation>
            <numerusform>已找到 %Ln 个运行，仍在查找…</numerusform>
        </translation>
    </message>
    <message>
        <source>Priors</source>
        <translation>先验</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Priors</source>
        <translation>先验(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>注意力(&amp;A)</translation>
    </message>
    <message>
        <source>Co&amp;mparison</source>
        <translation>比较(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Compare the selected runs</source>
        <translation>比较选中的运行(&amp;C)</translation>
    </message>
    <message>
        <source>What the selected runs achieved and in what they differ, side by side</source>
        <translation>并排显示选中的运行取得的结果以及它们的差异</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>&amp;Figure from selected runs</source>
        <translation>用选中的运行绘图(&amp;F)</translation>
    </message>
    <message>
        <source>No run is selected, so there is nothing to draw</source>
        <translation>未选择运行，因此没有可绘制的内容</translation>
    </message>
    <message>
        <source>Select one run or several in the list.</source>
        <translation>请在列表中选择一个或多个运行。</translation>
    </message>
    <message>
        <source>Go to the priors</source>
        <translation>转到先验</translation>
    </message>
    <message>
        <source>Explore a prior, and see what the heads of the selected runs have learned</source>
        <translation>探索先验，并查看选中运行的头学到了什么</translation>
    </message>
    <message>
        <source>Go to attention</source>
        <translation>转到注意力</translation>
    </message>
    <message>
        <source>Put the keyboard into the page that looks into checkpoints</source>
        <translation>将键盘焦点移到查看检查点内部的页面</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>影片</translation>
    </message>
    <message>
        <source>Attention through a training: retrieval heads being born</source>
        <translation>训练过程中的注意力：检索头的诞生</translation>
    </message>
    <message>
        <source>Go to the film</source>
        <translation>转到影片</translation>
    </message>
    <message>
        <source>See the attention of the selected run through its training</source>
        <translation>查看所选运行在训练过程中的注意力</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>评测</translation>
    </message>
    <message>
        <source>What was measured of the selected runs, and what is being measured</source>
        <translation>所选运行已测量的内容和正在测量的内容</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>&amp;Evaluations</source>
        <translation>评测(&amp;E)</translation>
    </message>
    <message>
        <source>Evaluations of the selected &amp;runs</source>
        <translation>所选运行的评测(&amp;R)</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Go to the text</source>
        <translation>转到文本</translation>
    </message>
    <message>
        <source>Let the model of a selected run write on after a prompt</source>
        <translation>让所选运行的模型在提示之后继续写</translation>
    </message>
</context>
<context>
    <name>bam::window::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Colours:</source>
        <translation>颜色(&amp;C):</translation>
    </message>
    <message>
        <source>The language changes at the next start. Trainings go on meanwhile.</source>
        <translation>语言将在下次启动时更改。训练在此期间会继续。</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L):</translation>
    </message>
    <message>
        <source>How many queued trainings use the processor at the same time. They share its cores, so two at a time are rarely faster than one after the other.</source>
        <translation>同时使用处理器的排队训练的数量。它们共享处理器的核心，因此两个同时进行很少比依次进行更快。</translation>
    </message>
    <message>
        <source>&amp;Trainings at a time on the processor:</source>
        <translation>处理器上同时进行的训练数(&amp;T):</translation>
    </message>
    <message>
        <source>Tell on the desktop when a job &amp;ends or fails</source>
        <translation>任务结束或失败时发送桌面通知(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Reset the arrangement of panes</source>
        <translation>重置窗格布局(&amp;R)</translation>
    </message>
</context>
<context>
    <name>bam::window::RunsPart</name>
    <message numerus="yes">
        <source>Export the curves of %n run(s)</source>
        <translation>
            <numerusform>导出 %n 个运行的曲线</numerusform>
        </translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>正在写入 %1</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>%1 rows written to %2.</source>
        <translation>已将 %1 行写入 %2。</translation>
    </message>
    <message>
        <source>The data of %1 ended at step %2 of %3.</source>
        <translation>%1 的数据在第 %2 步（共 %3 步）时用完。</translation>
    </message>
    <message>
        <source>It is read once: %1 tokens of training were there, %2 would be needed. Add data, or ask for fewer steps.</source>
        <translation>数据只读取一遍：训练词元有 %1 个，需要 %2 个。请增加数据，或减少步数。</translation>
    </message>
    <message>
        <source>It is read once. Add data, or ask for fewer steps.</source>
        <translation>数据只读取一遍。请增加数据，或减少步数。</translation>
    </message>
    <message>
        <source>The folder of %1 is not there any more.</source>
        <translation>%1 的文件夹已不存在。</translation>
    </message>
    <message numerus="yes">
        <source>The folders of %n shown run(s) are not there any more.</source>
        <translation>
            <numerusform>%n 个已显示运行的文件夹已不存在。</numerusform>
        </translation>
    </message>
    <message>
        <source>They left the list, and their curves the plot. They come back by themselves when their folders do.</source>
        <translation>它们已从列表中移除，曲线也已从图中移除。文件夹恢复后会自动重新出现。</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>重试(&amp;T)</translation>
    </message>
    <message>
        <source>No file manager could be started to show %1.</source>
        <translation>无法启动文件管理器来显示 %1。</translation>
    </message>
    <message>
        <source>Copy the path, and go there in a terminal or in a file manager of your own.</source>
        <translation>请复制路径，然后在终端或您自己的文件管理器中打开。</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>复制路径(&amp;C)</translation>
    </message>
</context>
<context>
    <name>bam::window::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>过滤</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
</context>
<context>
    <name>bam::window::TextPart</name>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>ended by itself</source>
        <translation>自行结束</translation>
    </message>
    <message>
        <source>as many as were asked for</source>
        <translation>达到要求的数量</translation>
    </message>
    <message>
        <source>%1, %2; the prompt had %3 tokens</source>
        <comment>1: number and speed, 2: why it ended</comment>
        <translation>%1，%2；提示有 %3 个词元</translation>
    </message>
</context>
<context>
    <name>bam::window::TrashPart</name>
    <message numerus="yes">
        <source>move %n run(s) to the trash</source>
        <translation>
            <numerusform>将 %n 个运行移到回收站</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Move %1 to the trash?</source>
        <translation>将 %1 移到回收站？</translation>
    </message>
    <message numerus="yes">
        <source>Move %n run(s) to the trash?</source>
        <translation>
            <numerusform>将 %n 个运行移到回收站？</numerusform>
        </translation>
    </message>
    <message>
        <source>Logs, checkpoints and results go with the folder. It can be undone.</source>
        <translation>日志、检查点和结果会随文件夹一起移动。此操作可以撤销。</translation>
    </message>
    <message>
        <source>&amp;Move to the trash</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
    <message numerus="yes">
        <source>Moving %n run(s) to the trash</source>
        <translation>
            <numerusform>正在将 %n 个运行移到回收站</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Putting %n run(s) back</source>
        <translation>
            <numerusform>正在放回 %n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n more run(s) could not be moved.</source>
        <translation>
            <numerusform>%1，另有 %n 个运行无法移动。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to the trash.</source>
        <translation>
            <numerusform>已将 %n 个运行移到回收站。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to the folder .trash of the log folder, since this disk has no trash.</source>
        <translation>
            <numerusform>由于此磁盘没有回收站，已将 %n 个运行移到日志文件夹的 .trash 文件夹。</numerusform>
        </translation>
    </message>
    <message>
        <source>The others were left where they are, as you wished.</source>
        <translation>按您的要求，其余的留在原处。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
</context>
<context>
    <name>bam::work::DeviceWatch</name>
    <message>
        <source>No GPU is visible to this program.</source>
        <translation>此程序看不到 GPU。</translation>
    </message>
</context>
<context>
    <name>bam::work::GenerationProcess</name>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>The program may have been moved since the window was opened.</source>
        <translation>窗口打开之后，程序可能已被移动。</translation>
    </message>
    <message>
        <source>The process that writes ended unexpectedly.</source>
        <translation>书写的进程意外结束。</translation>
    </message>
    <message>
        <source>The system may have ended it for want of memory.</source>
        <translation>系统可能因内存不足而将其结束。</translation>
    </message>
</context>
<context>
    <name>bam::work::LogFeed</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>What was read of “%1” stays until another log is shown.</source>
        <translation>已读取的“%1”内容会保留，直到显示其他日志。</translation>
    </message>
</context>
<context>
    <name>bam::work::RunScanner</name>
    <message>
        <source>%1 does not exist. Runs appear here as soon as there are any below it.</source>
        <translation>%1 不存在。其下一旦有运行，就会显示在此处。</translation>
    </message>
    <message>
        <source>%1 is not a folder. Open a folder that holds runs, such as logs.</source>
        <translation>%1 不是文件夹。请打开包含运行的文件夹，例如 logs。</translation>
    </message>
    <message>
        <source>%1 cannot be read. Ask its owner for permission, or open another folder.</source>
        <translation>无法读取 %1。请向其所有者申请权限，或打开其他文件夹。</translation>
    </message>
    <message>
        <source>The system watches no more folders, so new runs show after Refresh only; running ones are looked at every two seconds. Raising fs.inotify.max_user_watches lets all be watched.</source>
        <translation>系统无法监视更多文件夹，因此新的运行只有在刷新后才会显示；正在运行的运行每两秒查看一次。提高 fs.inotify.max_user_watches 即可监视全部文件夹。</translation>
    </message>
    <message>
        <source>%1 cannot be read, so runs below it are not shown. Ask its owner for permission.</source>
        <translation>无法读取 %1，因此不显示其中的运行。请向其所有者申请权限。</translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) below %1 have names that are not in UTF-8 and are not looked into. Rename them to see their runs.</source>
        <translation>
            <numerusform>%1 下有 %n 个文件夹的名称不是 UTF-8，未被查看。请重命名以显示其中的运行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::work::Supervisor</name>
    <message>
        <source>The record of a job cannot be read: %1</source>
        <translation>无法读取任务记录：%1</translation>
    </message>
    <message>
        <source>It was set aside as %1. A process that it started may still run; its run is in the list of runs.</source>
        <translation>它已另存为 %1。由它启动的进程可能仍在运行；其运行位于运行列表中。</translation>
    </message>
    <message>
        <source>The window ended while it was starting this job.</source>
        <translation>窗口在启动此任务的过程中结束了。</translation>
    </message>
    <message>
        <source>Start it again; if it was started nevertheless, it is in the list of runs.</source>
        <translation>请重新启动它；如果它其实已经启动，则位于运行列表中。</translation>
    </message>
    <message>
        <source>The state of a job cannot be kept: %1</source>
        <translation>无法保存任务的状态：%1</translation>
    </message>
    <message>
        <source>%1 The job itself goes on; after closing this window it may have to be looked for among the runs.</source>
        <translation>%1 任务本身会继续；关闭此窗口后，可能需要在运行中查找它。</translation>
    </message>
    <message>
        <source>“%1” cannot be started: %2</source>
        <translation>无法启动“%1”：%2</translation>
    </message>
    <message>
        <source>“%1” cannot be asked: %2</source>
        <translation>无法向“%1”发送请求：%2</translation>
    </message>
    <message>
        <source>“%1” runs on %2 and cannot be stopped from here.</source>
        <translation>“%1”在 %2 上运行，无法从此处停止。</translation>
    </message>
    <message>
        <source>Stop it on that machine: process %1.</source>
        <translation>请在该机器上停止它：进程 %1。</translation>
    </message>
    <message>
        <source>“%1” has not stopped yet.</source>
        <translation>“%1”尚未停止。</translation>
    </message>
    <message>
        <source>It finishes its step and writes a checkpoint first. Killing it loses the steps since its last checkpoint.</source>
        <translation>它会先完成当前步并写入检查点。强制结束会丢失自最后一个检查点以来的步。</translation>
    </message>
    <message>
        <source>It runs on another machine; look for it there.</source>
        <translation>它在另一台机器上运行；请到该机器上查看。</translation>
    </message>
    <message>
        <source>&amp;Kill it</source>
        <translation>强制结束(&amp;K)</translation>
    </message>
    <message>
        <source>“%1” has not begun to train yet.</source>
        <translation>“%1”尚未开始训练。</translation>
    </message>
    <message>
        <source>Ask for the pause again in a moment.</source>
        <translation>请稍后再次请求暂停。</translation>
    </message>
    <message>
        <source>“%1” has not answered yet.</source>
        <translation>“%1”尚未应答。</translation>
    </message>
    <message>
        <source>It answers when its current step is done. If no process trains this run, nothing will happen.</source>
        <translation>它会在当前步完成后应答。如果没有进程在训练此运行，则不会有任何变化。</translation>
    </message>
    <message>
        <source>Checkpoint of “%1” at step %2 is written.</source>
        <translation>“%1”在第 %2 步的检查点已写入。</translation>
    </message>
    <message>
        <source>“%1” could not do what was asked: %2</source>
        <translation>“%1”无法完成请求的操作：%2</translation>
    </message>
    <message>
        <source>The training goes on.</source>
        <translation>训练会继续。</translation>
    </message>
    <message>
        <source>“%1” had ended before it could be asked.</source>
        <translation>“%1”在收到请求前已结束。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>device on host</comment>
        <translation>%2 上的 %1</translation>
    </message>
    <message>
        <source>pauses when %1 steps are done</source>
        <translation>完成 %1 步后暂停</translation>
    </message>
    <message>
        <source>“%1” is stopped.</source>
        <translation>“%1”已停止。</translation>
    </message>
    <message>
        <source>“%1” failed: %2</source>
        <translation>“%1”失败：%2</translation>
    </message>
    <message>
        <source>“%1” is finished.</source>
        <translation>“%1”已完成。</translation>
    </message>
    <message>
        <source>“%1” is paused at step %2.</source>
        <translation>“%1”已在第 %2 步暂停。</translation>
    </message>
    <message>
        <source>“%1” failed</source>
        <translation>“%1”失败</translation>
    </message>
    <message>
        <source>“%1” is finished</source>
        <translation>“%1”已完成</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>显示日志(&amp;L)</translation>
    </message>
    <message>
        <source>File locks do not work in %1 (%2).</source>
        <translation>文件锁在 %1 中不可用（%2）。</translation>
    </message>
    <message>
        <source>The queue is worked off all the same, by the window that a file there names. After a sudden end of another machine that had it, this takes about two minutes.</source>
        <translation>队列仍会执行，由那里的一个文件所指定的窗口负责。如果持有队列的另一台机器突然停止，接管大约需要两分钟。</translation>
    </message>
    <message>
        <source>There is room for jobs again; the queue goes on.</source>
        <translation>又有空间运行任务了；队列继续。</translation>
    </message>
    <message>
        <source>“%1” cannot be started yet: %2</source>
        <translation>“%1”暂时无法启动：%2</translation>
    </message>
    <message>
        <source>%1 It stays in the queue and is tried again every few seconds.</source>
        <translation>%1 它留在队列中，每隔几秒重试一次。</translation>
    </message>
    <message>
        <source>Step %1 had passed when it was asked.</source>
        <translation>提出请求时第 %1 步已经过去。</translation>
    </message>
    <message>
        <source>Attention of “%1” at step %2 is captured.</source>
        <translation>已捕获“%1”第 %2 步的注意力。</translation>
    </message>
</context>
<context>
    <name>bam::work::TextReader</name>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>a text file, such as a book</source>
        <translation>一个文本文件，例如一本书</translation>
    </message>
    <message>
        <source>a folder of token shards; build one from text with the button below</source>
        <translation>词元分片的文件夹；可用下方按钮从文本构建</translation>
    </message>
    <message>
        <source>a sentencepiece model that splits digits</source>
        <translation>拆分数字的 sentencepiece 模型</translation>
    </message>
    <message>
        <source>a GPU that is here, or auto</source>
        <translation>此处存在的 GPU，或 auto</translation>
    </message>
    <message>
        <source>auto or cpu, because no GPU is visible here</source>
        <translation>auto 或 cpu，因为此处看不到 GPU</translation>
    </message>
    <message>
        <source>Initial θα</source>
        <translation>初始 θα</translation>
    </message>
    <message>
        <source>Start of the prior&apos;s steepness exp(θα): a number; slope, so that exp(θα) is the ALiBi slope; slope_raw, the slope itself as the official 2026 release&apos;s &quot;slope&quot; stores it; or sampled from a normal distribution.</source>
        <translation>先验陡峭度 exp(θα) 的初始值：一个数字；slope，使 exp(θα) 等于 ALiBi 斜率；slope_raw，即官方 2026 版的“slope”所存储的斜率本身；或从正态分布中采样。</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <source>Initial θβ</source>
        <translation>初始 θβ</translation>
    </message>
    <message>
        <source>Start of the prior&apos;s shape: 1 is ALiBi (Laplace), 2 Gaussian, 0 uniform, below 0 it suppresses the neighbourhood; a number, linear (0 to 1 over the heads) or sampled.</source>
        <translation>先验形状的初始值：1 为 ALiBi（拉普拉斯），2 为高斯，0 为均匀，小于 0 时抑制邻近位置；可为数字、linear（在各注意力头上从 0 到 1）或采样。</translation>
    </message>
    <message>
        <source>Initial θμ</source>
        <translation>初始 θμ</translation>
    </message>
    <message>
        <source>Start of the prior&apos;s offset μ = exp(θμ) − exp(−θμ); negative values centre the prior on keys before the query.</source>
        <translation>先验偏移 μ = exp(θμ) − exp(−θμ) 的初始值；负值使先验以查询之前的键为中心。</translation>
    </message>
    <message>
        <source>Train θα</source>
        <translation>训练 θα</translation>
    </message>
    <message>
        <source>Whether the prior&apos;s steepness is learned.</source>
        <translation>是否学习先验的陡峭度。</translation>
    </message>
    <message>
        <source>Train θβ</source>
        <translation>训练 θβ</translation>
    </message>
    <message>
        <source>Whether the prior&apos;s shape is learned; when it is not, θβ stays at 1, which is ALiBi&apos;s shape.</source>
        <translation>是否学习先验的形状；不学习时 θβ 保持为 1，即 ALiBi 的形状。</translation>
    </message>
    <message>
        <source>Train θμ</source>
        <translation>训练 θμ</translation>
    </message>
    <message>
        <source>Whether the prior&apos;s offset is learned; the paper keeps it at 0.</source>
        <translation>是否学习先验的偏移；论文将其保持为 0。</translation>
    </message>
    <message>
        <source>One prior for all layers</source>
        <translation>所有层共用一个先验</translation>
    </message>
    <message>
        <source>Shares one prior among all layers instead of one per layer.</source>
        <translation>所有层共享一个先验，而不是每层一个。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>A size of the paper, which sets width, layers, heads and feed-forward; or custom with those given one by one.</source>
        <translation>论文中的规模，决定宽度、层数、注意力头数和前馈；或使用 custom 逐项指定。</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>位置编码</translation>
    </message>
    <message>
        <source>How positions enter the attention scores.</source>
        <translation>位置如何进入注意力分数。</translation>
    </message>
    <message>
        <source>Scalable-Softmax</source>
        <translation>Scalable-Softmax</translation>
    </message>
    <message>
        <source>Multiplies the scores by s·ln(visible keys), so that attention stays sharp in long contexts.</source>
        <translation>将分数乘以 s·ln(可见键数)，使注意力在长上下文中保持集中。</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Model width D: numbers per token in the residual stream.</source>
        <translation>模型宽度 D：残差流中每个词元的数值个数。</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Transformer blocks, one after the other.</source>
        <translation>依次排列的 Transformer 块。</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>注意力头数</translation>
    </message>
    <message>
        <source>Attention heads per layer; the width must be divisible by them.</source>
        <translation>每层的注意力头数；宽度必须能被其整除。</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>键值头数</translation>
    </message>
    <message>
        <source>Heads for keys and values; fewer than the heads means grouped-query attention and a smaller KV cache.</source>
        <translation>用于键和值的头数；少于注意力头数时即为分组查询注意力，KV 缓存更小。</translation>
    </message>
    <message>
        <source>Feed-forward multiplier</source>
        <translation>前馈倍数</translation>
    </message>
    <message>
        <source>The hidden width of the feed-forward layer is this times the model width, rounded down.</source>
        <translation>前馈层的隐藏宽度为此值乘以模型宽度，向下取整。</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Rows of the embedding: at least the tokenizer&apos;s pieces.</source>
        <translation>嵌入的行数：至少为分词器的词片数。</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>词片</translation>
    </message>
    <message>
        <source>Train SSMax&apos;s s</source>
        <translation>训练 SSMax 的 s</translation>
    </message>
    <message>
        <source>Whether Scalable-Softmax learns its scale s per head; no_seq_scale keeps it at its start.</source>
        <translation>Scalable-Softmax 是否为每个注意力头学习缩放系数 s；no_seq_scale 使其保持初始值。</translation>
    </message>
    <message>
        <source>Initial SSMax s</source>
        <translation>初始 SSMax s</translation>
    </message>
    <message>
        <source>Start of Scalable-Softmax&apos;s scale s in λ = s·ln(visible keys).</source>
        <translation>Scalable-Softmax 在 λ = s·ln(可见键数) 中的缩放系数 s 的初始值。</translation>
    </message>
    <message>
        <source>RMSNorm ε</source>
        <translation>RMSNorm ε</translation>
    </message>
    <message>
        <source>Added under the root of RMSNorm.</source>
        <translation>在 RMSNorm 的根号内加上的值。</translation>
    </message>
    <message>
        <source>Run folder</source>
        <translation>运行文件夹</translation>
    </message>
    <message>
        <source>Folder for run directories: each run makes &lt;log_dir&gt;/&lt;size&gt;/&lt;encoding&gt;/version_NN.</source>
        <translation>存放运行目录的文件夹：每个运行创建 &lt;log_dir&gt;/&lt;size&gt;/&lt;encoding&gt;/version_NN。</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Folder of token shards, made by `bamscope --batch dataset` or by the official code; for the pass-key mixture a text file.</source>
        <translation>由 `bamscope --batch dataset` 或官方代码生成的词元分片文件夹；使用密钥混合数据时为一个文本文件。</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>shards reads prepared tokens; passkey_mixture makes pass-key documents and induction rows from a text on the fly.</source>
        <translation>shards 读取预先准备的词元；passkey_mixture 从文本即时生成密钥文档和归纳行。</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>分词器</translation>
    </message>
    <message>
        <source>sentencepiece .model file; left out, the one that the shards were made with.</source>
        <translation>sentencepiece .model 文件；留空则使用生成分片时所用的分词器。</translation>
    </message>
    <message>
        <source>Validation tokens</source>
        <translation>验证词元数</translation>
    </message>
    <message>
        <source>Tokens at the start of the data kept for validation, exactly.</source>
        <translation>数据开头留作验证的词元数，精确值。</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>3,932,160 unless a minimum or maximum is given</source>
        <translation>3,932,160，除非给出了最小值或最大值</translation>
    </message>
    <message>
        <source>Validation tokens, at least</source>
        <translation>验证词元数下限</translation>
    </message>
    <message>
        <source>Like val_tokens, rounded up to whole forward passes of all processes.</source>
        <translation>与 val_tokens 类似，向上取整为所有进程的完整前向传播次数。</translation>
    </message>
    <message>
        <source>Validation tokens, at most</source>
        <translation>验证词元数上限</translation>
    </message>
    <message>
        <source>Like val_tokens, rounded down to whole forward passes of all processes.</source>
        <translation>与 val_tokens 类似，向下取整为所有进程的完整前向传播次数。</translation>
    </message>
    <message>
        <source>Gap after validation</source>
        <translation>验证后的间隔</translation>
    </message>
    <message>
        <source>Tokens left unused between validation and training, so that no document is in both.</source>
        <translation>验证与训练之间不使用的词元数，以免同一文档同时出现在两者中。</translation>
    </message>
    <message>
        <source>Induction rows</source>
        <translation>归纳行</translation>
    </message>
    <message>
        <source>Pass-key mixture: share of rows that repeat a random segment; copying has to be learned before pass keys can be.</source>
        <translation>密钥混合数据：重复某个随机片段的行所占比例；必须先学会复制，才能学会密钥。</translation>
    </message>
    <message>
        <source>Prose fillers</source>
        <translation>散文填充</translation>
    </message>
    <message>
        <source>Pass-key mixture: share of pass-key documents whose filler is running text instead of the official sentence.</source>
        <translation>密钥混合数据：以连续文本而非官方句子作填充的密钥文档所占比例。</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sequences per forward pass and process; lower it when memory runs out.</source>
        <translation>每个进程每次前向传播的序列数；内存不足时请减小。</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Training context T; the paper trains at 512 and tests far beyond.</source>
        <translation>训练上下文 T；论文以 512 训练，并在远超此长度上测试。</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>每步词元数</translation>
    </message>
    <message>
        <source>Tokens of one optimiser step over all processes; must be a multiple of batch_size · sequence_length · processes.</source>
        <translation>所有进程在一个优化器步中的词元数；必须是 batch_size · sequence_length · 进程数 的倍数。</translation>
    </message>
    <message>
        <source>one forward pass</source>
        <translation>一次前向传播</translation>
    </message>
    <message>
        <source>Tokens per step, at least</source>
        <translation>每步词元数下限</translation>
    </message>
    <message>
        <source>Like tokens_per_step, rounded up to what divides.</source>
        <translation>与 tokens_per_step 类似，向上取整到可整除的值。</translation>
    </message>
    <message>
        <source>Tokens per step, at most</source>
        <translation>每步词元数上限</translation>
    </message>
    <message>
        <source>Like tokens_per_step, rounded down to what divides.</source>
        <translation>与 tokens_per_step 类似，向下取整到可整除的值。</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Optimiser steps of the run.</source>
        <translation>运行的优化器步数。</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>until the data ends</source>
        <translation>直到数据结束</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>radam is the paper&apos;s; adamw is the common alternative.</source>
        <translation>radam 为论文所用；adamw 是常用的替代选择。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Peak learning rate; the paper uses 1e-3.</source>
        <translation>峰值学习率；论文使用 1e-3。</translation>
    </message>
    <message>
        <source>Learning rate of the prior</source>
        <translation>先验的学习率</translation>
    </message>
    <message>
        <source>Peak learning rate of θα, θβ and θμ alone.</source>
        <translation>仅用于 θα、θβ 和 θμ 的峰值学习率。</translation>
    </message>
    <message>
        <source>the learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Steps in which the learning rate rises linearly to its peak; RAdam needs none.</source>
        <translation>学习率线性上升到峰值的步数；RAdam 不需要预热。</translation>
    </message>
    <message>
        <source>Final learning rate</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>The cosine schedule ends at this share of the peak; 1 keeps the rate constant.</source>
        <translation>余弦调度在峰值的这一比例处结束；1 使学习率保持不变。</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Decoupled decay of matrices; norms and priors are never decayed.</source>
        <translation>对矩阵的解耦衰减；归一化层和先验从不衰减。</translation>
    </message>
    <message>
        <source>Gradient clip</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>Largest global gradient norm; 0 turns clipping off.</source>
        <translation>最大的全局梯度范数；0 表示关闭裁剪。</translation>
    </message>
    <message>
        <source>β1</source>
        <translation>β1</translation>
    </message>
    <message>
        <source>Decay of the optimiser&apos;s first moment.</source>
        <translation>优化器一阶矩的衰减系数。</translation>
    </message>
    <message>
        <source>β2</source>
        <translation>β2</translation>
    </message>
    <message>
        <source>Decay of the optimiser&apos;s second moment.</source>
        <translation>优化器二阶矩的衰减系数。</translation>
    </message>
    <message>
        <source>Optimiser ε</source>
        <translation>优化器 ε</translation>
    </message>
    <message>
        <source>Added to the root of the second moment.</source>
        <translation>加到二阶矩平方根上的值。</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>验证间隔</translation>
    </message>
    <message>
        <source>Steps between validations; 0 validates only at the end.</source>
        <translation>两次验证之间的步数；0 表示仅在结束时验证。</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Steps between checkpoints; 0 writes one only at the end and when stopped.</source>
        <translation>两个检查点之间的步数；0 表示仅在结束和停止时写入。</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>保留的检查点数</translation>
    </message>
    <message>
        <source>Newest checkpoints kept on disk.</source>
        <translation>磁盘上保留的最新检查点数。</translation>
    </message>
    <message>
        <source>Keep every</source>
        <translation>长期保留间隔</translation>
    </message>
    <message>
        <source>Also keep each checkpoint whose step is a multiple of this; 0 keeps none.</source>
        <translation>同时保留步数为此值倍数的每个检查点；0 表示不额外保留。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Type of matrix products on CUDA; weights, norms and loss stay float32.</source>
        <translation>CUDA 上矩阵乘积的类型；权重、归一化和损失保持 float32。</translation>
    </message>
    <message>
        <source>float16 would need loss scaling, which is not offered; bfloat16 is as fast and has float32&apos;s range</source>
        <translation>float16 需要损失缩放，而此处不提供；bfloat16 同样快，且具有 float32 的范围</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>auto takes the first CUDA device, else the CPU.</source>
        <translation>auto 使用第一个 CUDA 设备，没有则使用 CPU。</translation>
    </message>
    <message>
        <source>cuda:N</source>
        <translation>cuda:N</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>Lets float32 matrix products on CUDA use TF32.</source>
        <translation>允许 CUDA 上的 float32 矩阵乘积使用 TF32。</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>auto records a training step on CUDA and replays it when the result agrees, at the memory of a second forward pass; off launches every operation.</source>
        <translation>auto 在 CUDA 上记录一个训练步，并在结果一致时重放，代价是多占用一次前向传播的内存；off 逐个启动每个运算。</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>CPU 线程数</translation>
    </message>
    <message>
        <source>Threads for the CPU; 0 takes OMP_NUM_THREADS where it is set, else all physical cores.</source>
        <translation>CPU 的线程数；0 表示采用 OMP_NUM_THREADS（如已设置），否则使用所有物理核心。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Initial weights and drawn data follow from this number alone.</source>
        <translation>初始权重和抽取的数据仅由此数字决定。</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>Weights to start from instead of fresh ones: a run directory, a checkpoint folder, a .safetensors or .pt file.</source>
        <translation>用作起点的权重，以代替全新权重：运行目录、检查点文件夹、.safetensors 或 .pt 文件。</translation>
    </message>
    <message>
        <source>Restart the schedule</source>
        <translation>重新开始调度</translation>
    </message>
    <message>
        <source>With a checkpoint: the schedule and the step count start at 0 instead of the checkpoint&apos;s step.</source>
        <translation>使用检查点时：调度和步数从 0 开始，而不是从检查点的步开始。</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Depths</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Where the key is hidden: equidistant depths, random, at the beginning or the end.</source>
        <translation>密钥隐藏的位置：等距深度、随机、在开头或在末尾。</translation>
    </message>
    <message>
        <source>Prompts per length</source>
        <translation>每个长度的提示数</translation>
    </message>
    <message>
        <source>More prompts narrow the interval: 20 leave about ± 20 points.</source>
        <translation>提示越多，区间越窄：20 个约有 ± 20 个百分点。</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>位数</translation>
    </message>
    <message>
        <source>Given digits</source>
        <translation>已给出的位数</translation>
    </message>
    <message>
        <source>First digits of the key that the question already gives; not scored.</source>
        <translation>问题中已给出的密钥前几位；不计分。</translation>
    </message>
    <message>
        <source>Official double space</source>
        <translation>官方双空格</translation>
    </message>
    <message>
        <source>Reproduces the double space before the digits in the official prompts, for comparisons with official numbers.</source>
        <translation>重现官方提示中数字前的双空格，以便与官方数值比较。</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心值</translation>
    </message>
    <message>
        <source>Stops after so many lengths in a row without a hit; 0 tests all.</source>
        <translation>连续这么多个长度均未命中时停止；0 表示全部测试。</translation>
    </message>
    <message>
        <source>Pass-key test</source>
        <translation>密钥测试</translation>
    </message>
    <message>
        <source>Whether the pass-key test is run.</source>
        <translation>是否执行密钥测试。</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Queries processed at once; memory is weights, KV cache and one chunk.</source>
        <translation>一次处理的查询数；内存为权重、KV 缓存和一个分块。</translation>
    </message>
    <message>
        <source>Cache precision</source>
        <translation>缓存精度</translation>
    </message>
    <message>
        <source>Type of the keys and values kept from earlier chunks; bfloat16 halves their memory.</source>
        <translation>先前分块所保留的键和值的类型；bfloat16 使其内存减半。</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>latest, a step number, or the path of a checkpoint.</source>
        <translation>latest、步号或检查点的路径。</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed here, so there are no GPUs to list.</source>
        <translation>此处未安装 NVIDIA 驱动程序，因此没有可列出的 GPU。</translation>
    </message>
    <message>
        <source>× peak</source>
        <translation>× 峰值</translation>
    </message>
    <message>
        <source>Perplexity on</source>
        <translation>困惑度文本</translation>
    </message>
    <message>
        <source>Perplexity length</source>
        <translation>困惑度长度</translation>
    </message>
    <message>
        <source>Positions of the forward that measures perplexity, a multiple of the window; time grows with the square.</source>
        <translation>测量困惑度的前向的位置数，须为窗口的倍数；耗时随其平方增长。</translation>
    </message>
    <message>
        <source>Perplexity window</source>
        <translation>困惑度窗口</translation>
    </message>
    <message>
        <source>Positions over which cross-entropy is averaged for one point of the curve.</source>
        <translation>曲线上一个点对交叉熵取平均所用的位置数。</translation>
    </message>
    <message>
        <source>Perplexity sequences</source>
        <translation>困惑度序列数</translation>
    </message>
    <message>
        <source>Stretches of the text, one after the other, over which the curve is averaged; more make it smoother.</source>
        <translation>对曲线取平均所用的文本段数，各段首尾相接；段数越多，曲线越平滑。</translation>
    </message>
    <message>
        <source>Capture attention every</source>
        <translation>捕获注意力间隔</translation>
    </message>
    <message>
        <source>Steps between captures of every head&apos;s attention on a pass-key prompt that stays the same: the film of the training. 0 captures only on request. One capture costs one forward pass of that prompt.</source>
        <translation>两次捕获之间的步数：在同一个密钥提示上捕获每个头的注意力，形成训练的影片。0 表示仅按请求捕获。每次捕获需要对该提示做一次前向计算。</translation>
    </message>
    <message>
        <source>Captured prompt</source>
        <translation>捕获的提示</translation>
    </message>
    <message>
        <source>Length of the prompt whose attention is captured; 0 takes four times the sequence length, so that it is seen beyond what was trained.</source>
        <translation>被捕获注意力的提示的长度；0 取序列长度的四倍，以便看到训练长度之外。</translation>
    </message>
    <message>
        <source>Checkpoint after</source>
        <translation>检查点间隔时间</translation>
    </message>
    <message>
        <source>Also writes a checkpoint when so many minutes have passed since the last one, however many steps that were; 0 goes by steps alone.</source>
        <translation>距上一个检查点超过这么多分钟时也写一个检查点，不论走了多少步；0 表示只按步数。</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Log every</source>
        <translation>记录间隔</translation>
    </message>
    <message>
        <source>Steps between rows of train.log; the last step always has one.</source>
        <translation>train.log 相邻两行之间的步数；最后一步总有一行。</translation>
    </message>
    <message>
        <source>Bad steps</source>
        <translation>异常步</translation>
    </message>
    <message>
        <source>A step whose loss or gradient is not finite: stop ends the run, with its checkpoints intact; skip leaves the weights as they were, says so in the log, and goes on. Spikes of the gradient norm are only told with stop, and skipped with skip.</source>
        <translation>损失或梯度不是有限数的一步：stop 结束运行，检查点完好；skip 保持权重不变，在日志中说明后继续。梯度范数的尖峰在 stop 时只作报告，在 skip 时跳过。</translation>
    </message>
    <message>
        <source>Spike from</source>
        <translation>尖峰阈值</translation>
    </message>
    <message>
        <source>A gradient norm of so many times the median of the last 100 steps counts as a spike; 0 looks for none.</source>
        <translation>梯度范数达到最近 100 步中位数的这么多倍即算尖峰；0 表示不检查。</translation>
    </message>
    <message>
        <source>× median</source>
        <translation>× 中位数</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>Also writes the curves as an event file for TensorBoard, while the run goes on.</source>
        <translation>运行期间同时把曲线写成 TensorBoard 的事件文件。</translation>
    </message>
    <message>
        <source>Write model.pt</source>
        <translation>写出 model.pt</translation>
    </message>
    <message>
        <source>At the end also writes model.pt, which PyTorch and the official code load.</source>
        <translation>结束时另写 model.pt，供 PyTorch 和官方代码加载。</translation>
    </message>
    <message>
        <source>Shard the optimiser</source>
        <translation>切分优化器</translation>
    </message>
    <message>
        <source>ZeRO stage 1: with several processes each keeps the moments of its share of the parameters. The numbers stay the same; memory for moments is divided by the number of processes.</source>
        <translation>ZeRO 第 1 阶段：有多个进程时，每个进程只保存自己那份参数的矩。数值不变；矩所占内存除以进程数。</translation>
    </message>
    <message>
        <source>Gradient bucket</source>
        <translation>梯度桶</translation>
    </message>
    <message>
        <source>With several processes: gradients are reduced in buckets of this size while the backward pass goes on.</source>
        <translation>有多个进程时：反向传播进行的同时，梯度按这么大的桶进行归约。</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Give up after</source>
        <translation>放弃等待时间</translation>
    </message>
    <message>
        <source>With several processes: seconds without an answer after which the others end with an error. It must be longer than a validation, a capture and a checkpoint take.</source>
        <translation>有多个进程时：这么多秒没有回应后，其他进程报错结束。必须长于一次验证、一次捕获加一次检查点所需的时间。</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Keys and random depths follow from these numbers alone. With several, every depth is tried as often: the map of depth and length needs that.</source>
        <translation>密钥和随机深度只由这些数决定。有多个时，每个深度测试同样多次：深度与长度的图需要这样。</translation>
    </message>
    <message>
        <source>Filler</source>
        <translation>填充文本</translation>
    </message>
    <message>
        <source>noise: the official sentences, over and over. Or a text file: its sentences, in their order, hide the key, which is harder.</source>
        <translation>noise：反复使用官方句子。或一个文本文件：其句子依次用来隐藏密钥，这更难。</translation>
    </message>
    <message>
        <source>Scoring</source>
        <translation>评分方式</translation>
    </message>
    <message>
        <source>teacher_forced: each digit is predicted with the true digits before it, as in the paper. generated: the model writes the key itself. both shows either.</source>
        <translation>teacher_forced：与论文一样，每位数字在其前面的真实数字之后预测。generated：由模型自己写出密钥。both：两者都给出。</translation>
    </message>
    <message>
        <source>Digits of the key; all must be right. Several numbers are tested one after the other.</source>
        <translation>密钥的位数；必须全部正确。多个数依次测试。</translation>
    </message>
    <message>
        <source>RULER tasks</source>
        <translation>RULER 任务</translation>
    </message>
    <message>
        <source>Needles in a haystack with one or several keys, values and questions; vt follows variables through assignments, cwe and fwe find the commonest words.</source>
        <translation>大海捞针，含一个或多个键、值和问题；vt 沿赋值追踪变量，cwe 和 fwe 找出最常见的词。</translation>
    </message>
    <message>
        <source>RULER lengths</source>
        <translation>RULER 长度</translation>
    </message>
    <message>
        <source>Lengths of prompt and answer together; filler is added up to them, never beyond.</source>
        <translation>提示加答案的总长度；填充到该长度，绝不超过。</translation>
    </message>
    <message>
        <source>RULER prompts</source>
        <translation>RULER 提示数</translation>
    </message>
    <message>
        <source>Prompts per task and length; RULER itself takes 500.</source>
        <translation>每个任务和长度的提示数；RULER 本身用 500 条。</translation>
    </message>
    <message>
        <source>RULER seed</source>
        <translation>RULER 种子</translation>
    </message>
    <message>
        <source>Needles and their places follow from this number alone.</source>
        <translation>针及其位置只由这个数决定。</translation>
    </message>
    <message>
        <source>Essays</source>
        <translation>文章</translation>
    </message>
    <message>
        <source>Text file, or folder of them, whose sentences hide the needles of the tasks that use essays; RULER takes essays by Paul Graham.</source>
        <translation>文本文件或其文件夹，其句子用来隐藏需要文章的任务中的针；RULER 使用 Paul Graham 的文章。</translation>
    </message>
    <message>
        <source>Answer prefix</source>
        <translation>答案前缀</translation>
    </message>
    <message>
        <source>The prompt ends with the first words of the answer. Models that were trained on plain text need it; turn it off for models that follow instructions.</source>
        <translation>提示以答案的开头几个词结束。只在普通文本上训练的模型需要它；对遵循指令的模型可关闭。</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>选择题</translation>
    </message>
    <message>
        <source>What to ask: mmlu=FOLDER, arc=FILE (JSON Lines or Parquet as the Hub serves them), or a template: a JSON file that says where question, choices and answer are.</source>
        <translation>要问什么：mmlu=文件夹、arc=文件（Hub 提供的 JSON Lines 或 Parquet），或一个模板：说明题目、选项和答案所在的 JSON 文件。</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Solved examples before each question: the first ones of the task&apos;s examples (MMLU: dev, ARC: train).</source>
        <translation>每道题之前的已解示例：取任务示例中最前面的（MMLU：dev，ARC：train）。</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>题目</translation>
    </message>
    <message>
        <source>First questions of each subject that are asked; 0 asks all.</source>
        <translation>每个科目只问最前面的若干题；0 表示全部。</translation>
    </message>
    <message>
        <source>Longest question</source>
        <translation>最长题目</translation>
    </message>
    <message>
        <source>Tokens that a question with its examples may have; 0 takes any.</source>
        <translation>题目连同示例允许的词元数；0 表示不限。</translation>
    </message>
    <message>
        <source>Longer questions</source>
        <translation>更长的题目</translation>
    </message>
    <message>
        <source>skip leaves them out and says how many; cut drops their beginning, as the public harness does; refuse ends the evaluation.</source>
        <translation>skip 略过并说明数量；cut 像公开的评测工具那样截去开头；refuse 结束评测。</translation>
    </message>
    <message>
        <source>Unsound rows</source>
        <translation>有问题的行</translation>
    </message>
    <message>
        <source>Beginning mark</source>
        <translation>起始标记</translation>
    </message>
    <message>
        <source>Begins prompts with the tokenizer&apos;s beginning-of-sequence piece; take what the model saw in training.</source>
        <translation>以分词器的序列起始片段开始提示；请与训练时一致。</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Whether RULER&apos;s tasks are run.</source>
        <translation>是否运行 RULER 的任务。</translation>
    </message>
    <message>
        <source>Perplexity kinds</source>
        <translation>困惑度种类</translation>
    </message>
    <message>
        <source>by_position: one long forward, how well far positions are predicted with everything before them in sight. sliding: a window of fixed length moved over the text. They answer different questions.</source>
        <translation>by_position：一次长前向，看得到前面全部内容时远处位置预测得多好。sliding：固定长度的窗口在文本上滑动。两者回答不同的问题。</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>across: the text is one stream, as in the official code. within: every document is read alone, from its own beginning.</source>
        <translation>across：文本视为一个流，与官方代码一致。within：每篇文档单独从头读起。</translation>
    </message>
    <message>
        <source>Sliding context</source>
        <translation>滑动上下文</translation>
    </message>
    <message>
        <source>Tokens that each forward of sliding perplexity sees.</source>
        <translation>滑动窗口困惑度每次前向看到的词元数。</translation>
    </message>
    <message>
        <source>Sliding stride</source>
        <translation>滑动步长</translation>
    </message>
    <message>
        <source>How far the next forward is moved; its last tokens, as many, are scored. Smaller is slower and gives every token more context.</source>
        <translation>下一次前向移动多远；其最后同样多的词元被计分。越小越慢，每个词元的上下文越多。</translation>
    </message>
    <message>
        <source>Sliding length</source>
        <translation>滑动长度</translation>
    </message>
    <message>
        <source>Tokens of the text that sliding perplexity scores; 0 takes all.</source>
        <translation>滑动窗口困惑度计分的文本词元数；0 表示全部。</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>RoPE 缩放</translation>
    </message>
    <message>
        <source>How a model with RoPE is stretched to longer contexts than it was trained with: linear interpolates positions, ntk enlarges the base, yarn does either by frequency and sharpens attention; none leaves it.</source>
        <translation>如何把使用 RoPE 的模型扩展到比训练时更长的上下文：linear 内插位置，ntk 增大基数，yarn 按频率择一并使注意力更集中；none 保持不变。</translation>
    </message>
    <message>
        <source>RoPE factor</source>
        <translation>RoPE 倍数</translation>
    </message>
    <message>
        <source>How many times longer than in training contexts shall be: 8 for 4,096 tokens after 512. Larger than needed costs accuracy.</source>
        <translation>上下文要比训练时长多少倍：训练为 512、目标为 4,096 个词元时为 8。过大会损失准确率。</translation>
    </message>
    <message>
        <source>RoPE trained length</source>
        <translation>RoPE 训练长度</translation>
    </message>
    <message>
        <source>Tokens of the contexts that the model was trained with, from which yarn tells slow from fast frequencies.</source>
        <translation>模型训练时上下文的词元数，yarn 据此区分慢频率与快频率。</translation>
    </message>
    <message>
        <source>the sequence length of the training</source>
        <translation>训练的序列长度</translation>
    </message>
    <message>
        <source>T5 buckets</source>
        <translation>T5 桶数</translation>
    </message>
    <message>
        <source>Buckets of distances that each have a learned number per head: the first half for one distance each, the others wider and wider.</source>
        <translation>距离的桶，每个桶对每个头有一个学得的数：前一半各对应一个距离，其余越来越宽。</translation>
    </message>
    <message>
        <source>T5 largest distance</source>
        <translation>T5 最大距离</translation>
    </message>
    <message>
        <source>All distances from here on share T5&apos;s last bucket, so that beyond it the bias tells no distance.</source>
        <translation>从这里起所有距离共用 T5 的最后一个桶，再远偏置就不再区分距离。</translation>
    </message>
    <message>
        <source>Initial FIRE threshold</source>
        <translation>FIRE 初始阈值</translation>
    </message>
    <message>
        <source>Start of FIRE&apos;s learned threshold L: up to there distances are measured against L, further on against the query&apos;s position.</source>
        <translation>FIRE 学习的阈值 L 的初值：在此之前距离相对于 L 度量，之后相对于查询的位置度量。</translation>
    </message>
    <message>
        <source>Sandwich width</source>
        <translation>Sandwich 宽度</translation>
    </message>
    <message>
        <source>Dimensions of the sinusoidal embeddings whose product is Sandwich&apos;s bias: more make it steeper.</source>
        <translation>其乘积构成 Sandwich 偏置的正弦嵌入的维数：越多越陡。</translation>
    </message>
    <message>
        <source>Rotated fraction</source>
        <translation>旋转比例</translation>
    </message>
    <message>
        <source>Share of each head&apos;s dimensions that RoPE rotates; the others see content without position. 1 rotates all.</source>
        <translation>RoPE 旋转的每个头维度的比例；其余维度只看内容而不含位置。1 表示全部旋转。</translation>
    </message>
    <message>
        <source>skip leaves out rows without a question, choices or a right answer, and files that cannot be read, and says how many; refuse ends the test at the first.</source>
        <translation>skip 略去没有题目、选项或正确答案的行以及无法读取的文件，并说明数量；refuse 在遇到第一个时结束测试。</translation>
    </message>
    <message>
        <source>Text file or folder of token shards on which perplexity is measured; empty: it is not. Each line of a .txt file is a document, and its line breaks are neither predicted nor counted; so is each row of .jsonl and Parquet, whose texts keep their line breaks.</source>
        <translation>用于测量困惑度的文本文件或 token 分片文件夹；为空则不测。.txt 文件的每一行是一个文档，其换行既不预测也不计入；.jsonl 和 Parquet 的每一行亦然，其文本保留换行。</translation>
    </message>
    <message>
        <source>Unsound texts</source>
        <translation>有问题的文本</translation>
    </message>
    <message>
        <source>skip leaves out rows without a text, and what cannot be read of a file, and says how many; refuse ends the test at the first.</source>
        <translation>skip 略去没有文本的行以及文件中无法读取的部分，并说明数量；refuse 在遇到第一个时结束测试。</translation>
    </message>
    <message>
        <source>Prompt lengths to test; each is met by whole filler sentences and not exceeded, except where the shortest prompt is longer.</source>
        <translation>要测试的提示长度；每个长度由完整的填充句达到且不超过，除非最短的提示更长。</translation>
    </message>
</context>
<context>
    <name>format</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: what is being done, 2: percent</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2, %3 to go</source>
        <comment>1: what is being done, 2: percent, 3: time</comment>
        <translation>%1，%2，还需 %3</translation>
    </message>
</context>
<context>
    <name>heads</name>
    <message>
        <source>Mass on the needle</source>
        <translation>针上的质量</translation>
    </message>
    <message>
        <source>Mass on the needle, times uniform</source>
        <translation>针上的质量，相对均匀的倍数</translation>
    </message>
    <message>
        <source>Entropy (nats)</source>
        <translation>熵 (nat)</translation>
    </message>
    <message>
        <source>Mean distance (tokens)</source>
        <translation>平均距离 (词元)</translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation>最大权重</translation>
    </message>
    <message>
        <source>Prior shape θβ</source>
        <translation>先验形状 θβ</translation>
    </message>
    <message>
        <source>How much of its attention a head gives to the needle, as a mean over the answer&apos;s queries.</source>
        <translation>一个头将多少注意力给予针，取答案各查询的平均值。</translation>
    </message>
    <message>
        <source>The same as a multiple of what equal weights on all visible keys would give. From 10 on a head can be called a retrieval head.</source>
        <translation>同一数值，表示为对所有可见键等权时所得值的倍数。达到 10 及以上的头可称为检索头。</translation>
    </message>
    <message>
        <source>How widely attention is spread: 0 is one key, ln of the number of keys is all of them alike.</source>
        <translation>注意力分散的程度：0 表示单个键，键数的 ln 表示同等关注所有键。</translation>
    </message>
    <message>
        <source>How far back a head looks, weighted by attention.</source>
        <translation>一个头向前回看多远，按注意力加权。</translation>
    </message>
    <message>
        <source>The largest weight that any key gets, as a mean over the answer&apos;s queries.</source>
        <translation>任一键得到的最大权重，取答案各查询的平均值。</translation>
    </message>
    <message>
        <source>The exponent of the positional prior. Below 0 it turns attention away from the neighbourhood, to far tokens.</source>
        <translation>位置先验的指数。小于 0 时，它使注意力离开邻近位置，转向远处的词元。</translation>
    </message>
    <message>
        <source>gives nothing</source>
        <translation>不输出</translation>
    </message>
    <message>
        <source>uniform attention</source>
        <translation>均匀注意力</translation>
    </message>
    <message>
        <source>position alone</source>
        <translation>仅位置</translation>
    </message>
    <message>
        <source>content alone</source>
        <translation>仅内容</translation>
    </message>
    <message>
        <source>as trained</source>
        <translation>训练所得</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>无更改</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) changed</source>
        <translation>
            <numerusform>%n 个头已更改</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensFigures</name>
    <message>
        <source>Key position (tokens)</source>
        <translation>键位置 (词元)</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>针</translation>
    </message>
    <message>
        <source>Attention of the answer&apos;s queries, %1</source>
        <translation>答案查询的注意力，%1</translation>
    </message>
    <message>
        <source>Head (needle mass, × uniform)</source>
        <translation>头 (针上质量，× 均匀)</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Attention weight</source>
        <translation>注意力权重</translation>
    </message>
    <message>
        <source>%1 by head, %2</source>
        <translation>按头的 %1，%2</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Probability of the expected answer, %1</source>
        <translation>期望答案的概率，%1</translation>
    </message>
    <message>
        <source>as trained</source>
        <translation>训练所得</translation>
    </message>
    <message>
        <source>with changed heads</source>
        <translation>更改头之后</translation>
    </message>
    <message>
        <source>Token of the answer</source>
        <translation>答案的词元</translation>
    </message>
    <message>
        <source>Probability of the expected token</source>
        <translation>期望词元的概率</translation>
    </message>
    <message>
        <source>Attention of %1, query at %2, %3</source>
        <translation>%1 的注意力，查询位于 %2，%3</translation>
    </message>
    <message>
        <source>Retrieval heads being born, %1</source>
        <translation>检索头的诞生，%1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>%1, θβ %2</source>
        <translation>%1，θβ %2</translation>
    </message>
    <message>
        <source>Probability of the key</source>
        <translation>密钥的概率</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Mass on the needle, probability of the key</source>
        <translation>针上的质量，密钥的概率</translation>
    </message>
    <message>
        <source>other heads</source>
        <translation>其他头</translation>
    </message>
    <message>
        <source>all heads whole</source>
        <translation>所有头完整</translation>
    </message>
</context>
<context>
    <name>setup</name>
    <message>
        <source>sentencepiece models (*.model *.model.*);;All files (*)</source>
        <translation>sentencepiece 模型 (*.model *.model.*);;所有文件 (*)</translation>
    </message>
    <message>
        <source>the one the shards were made with</source>
        <translation>生成分片时所用的分词器</translation>
    </message>
    <message>
        <source>fresh weights</source>
        <translation>全新权重</translation>
    </message>
    <message>
        <source>a text file</source>
        <translation>一个文本文件</translation>
    </message>
    <message>
        <source>a folder of shards</source>
        <translation>一个分片文件夹</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>How the number of tokens is meant</source>
        <translation>词元数的含义</translation>
    </message>
    <message>
        <source>exactly: this number; at least: rounded up to what divides; at most: rounded down to what divides</source>
        <translation>精确：就是此数字；至少：向上取整到可整除的值；至多：向下取整到可整除的值</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>%1 到 %2 之间的整数</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>不小于 %1 的整数</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>一个整数</translation>
    </message>
    <message>
        <source>a number above %1 and at most %2</source>
        <translation>大于 %1 且不超过 %2 的数字</translation>
    </message>
    <message>
        <source>a number of at least %1 and below %2</source>
        <translation>不小于 %1 且小于 %2 的数字</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1 到 %2 之间的数字</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>不小于 %1 的数字</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>一个数字</translation>
    </message>
    <message>
        <source>any text</source>
        <translation>任意文本</translation>
    </message>
    <message>
        <source>one of: %1</source>
        <translation>以下之一：%1</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>开或关</translation>
    </message>
    <message>
        <source>whole numbers separated by commas, each at least %1</source>
        <translation>以英文逗号分隔的整数，每个不小于 %1</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Expected: %1; or empty for: %2.</source>
        <translation>要求：%1；或留空，表示：%2。</translation>
    </message>
    <message>
        <source>Expected: %1.</source>
        <translation>要求：%1。</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>取值</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>留空</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>标志</translation>
    </message>
    <message>
        <source>Opposite</source>
        <translation>相反标志</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Pass-key mixture</source>
        <translation>密钥混合数据</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Validation and checkpoints</source>
        <translation>验证和检查点</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Pass-key test</source>
        <translation>密钥测试</translation>
    </message>
    <message>
        <source>Counts with Scalable-Softmax only.</source>
        <translation>仅在使用 Scalable-Softmax 时有效。</translation>
    </message>
    <message>
        <source>Counts for the pass-key mixture only.</source>
        <translation>仅对密钥混合数据有效。</translation>
    </message>
    <message>
        <source>Counts when the pass-key test is run.</source>
        <translation>在执行密钥测试时有效。</translation>
    </message>
    <message>
        <source>Counts when training starts from a checkpoint.</source>
        <translation>在从检查点开始训练时有效。</translation>
    </message>
    <message>
        <source>Fold or unfold this section</source>
        <translation>折叠或展开此部分</translation>
    </message>
    <message>
        <source>“%1” could be read in two ways: write it without the mark between the digits.</source>
        <translation>“%1”可以有两种读法：请去掉数字之间的符号。</translation>
    </message>
    <message>
        <source>This number is too large to compute with.</source>
        <translation>这个数太大，无法计算。</translation>
    </message>
    <message>
        <source>This is no whole number.</source>
        <translation>这不是整数。</translation>
    </message>
    <message>
        <source>This is no number.</source>
        <translation>这不是数字。</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>选择题</translation>
    </message>
    <message>
        <source>Counts when RULER is run.</source>
        <translation>运行 RULER 时有效。</translation>
    </message>
    <message>
        <source>Counts when there is a task.</source>
        <translation>有任务时有效。</translation>
    </message>
    <message>
        <source>Counts when perplexity is measured on a text.</source>
        <translation>在文本上测量困惑度时有效。</translation>
    </message>
    <message>
        <source>Positional bias</source>
        <translation>位置偏置</translation>
    </message>
    <message>
        <source>Counts with %1 only.</source>
        <translation>仅对 %1 有效。</translation>
    </message>
    <message>
        <source>%1 has no bias to learn: these fields are kept, but count for other encodings only.</source>
        <translation>%1 没有可学习的偏置：这些字段会保留，但只对其他编码有效。</translation>
    </message>
</context>
</TS>
