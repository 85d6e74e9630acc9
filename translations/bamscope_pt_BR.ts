<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>AblationFigure</name>
    <message>
        <source>Keys found</source>
        <translation>Chaves encontradas</translation>
    </message>
    <message>
        <source>Several at once</source>
        <translation>Várias de uma vez</translation>
    </message>
    <message>
        <source>Heads ablated</source>
        <translation>Cabeças ablacionadas</translation>
    </message>
    <message>
        <source>those with most attention on the key</source>
        <translation>as de maior atenção na chave</translation>
    </message>
    <message>
        <source>others at random</source>
        <translation>outras ao acaso</translation>
    </message>
    <message>
        <source>Each by itself (dashed: none)</source>
        <translation>Cada uma sozinha (tracejado: nenhuma)</translation>
    </message>
    <message>
        <source>Head (layer:head), by attention</source>
        <translation>Cabeça (camada:cabeça), por atenção</translation>
    </message>
    <message>
        <source>retrieval head, alone</source>
        <translation>cabeça de recuperação, sozinha</translation>
    </message>
    <message>
        <source>another head, alone</source>
        <translation>outra cabeça, sozinha</translation>
    </message>
    <message>
        <source>Keys found without some heads, %1 tokens</source>
        <translation>Chaves encontradas sem algumas cabeças, %1 tokens</translation>
    </message>
</context>
<context>
    <name>CompareTexts</name>
    <message>
        <source>L%1 H%2</source>
        <comment>a layer and a head, short</comment>
        <translation>L%1 H%2</translation>
    </message>
    <message>
        <source>says “%1”</source>
        <translation>diz “%1”</translation>
    </message>
    <message>
        <source>found %1</source>
        <translation>encontrou %1</translation>
    </message>
    <message>
        <source>says %1 in place of %2</source>
        <translation>diz %1 em vez de %2</translation>
    </message>
    <message>
        <source>%1 puts %2 on the needle (%3 times uniform)</source>
        <translation>%1 põe %2 na agulha (%3 vezes o uniforme)</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>The runs have other tokenizers or prompts: the same text is other tokens to each, so positions differ.</source>
        <translation>As execuções têm outros tokenizadores ou prompts: o mesmo texto vira tokens diferentes em cada uma, portanto as posições diferem.</translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n run(s); the lowest and the highest are %1</source>
        <translation>
            <numerusform>Média de %n execução; o menor e o maior são %1</numerusform>
            <numerusform>Média de %n execuções; o menor e o maior são %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean over %n prompt length(s)</source>
        <translation>
            <numerusform>Média sobre %n comprimento de prompt</numerusform>
            <numerusform>Média sobre %n comprimentos de prompt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of %n length(s)</source>
        <comment>of accuracies</comment>
        <translation>
            <numerusform>Média de %n comprimento</numerusform>
            <numerusform>Média de %n comprimentos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n digit(s)</source>
        <translation>
            <numerusform>%n dígito</numerusform>
            <numerusform>%n dígitos</numerusform>
        </translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Bold: the best of its row.</source>
        <translation>Negrito: o melhor da sua linha.</translation>
    </message>
    <message>
        <source>≈: not significantly worse (bootstrap over prompts and exact test, both at 0.05; Holm&apos;s correction over lengths).</source>
        <translation>≈: não significativamente pior (bootstrap sobre prompts e teste exato, ambos a 0,05; correção de Holm sobre os comprimentos).</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parâmetro</translation>
    </message>
</context>
<context>
    <name>CurveReader</name>
    <message>
        <source>%1 has no train.log, so there is no curve to draw.</source>
        <translation>%1 não tem train.log, portanto não há curva para desenhar.</translation>
    </message>
    <message>
        <source>%1 was cut or replaced; its curve was read again from the start.</source>
        <translation>%1 foi truncado ou substituído; a curva foi lida de novo desde o início.</translation>
    </message>
    <message numerus="yes">
        <source>%1 holds %n line(s) that are no rows; its curve is drawn without them.</source>
        <translation>
            <numerusform>%1 contém %n linha que não é um registro; a curva é desenhada sem ela.</numerusform>
            <numerusform>%1 contém %n linhas que não são registros; a curva é desenhada sem elas.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 não está mais lá.</translation>
    </message>
</context>
<context>
    <name>EvaluationTexts</name>
    <message>
        <source>Pass key</source>
        <translation>Chave de acesso</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>Perplexidade por posição</translation>
    </message>
    <message>
        <source>Sliding perplexity</source>
        <translation>Perplexidade deslizante</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Múltipla escolha</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Share of prompts whose key was found, the mean over all lengths. Depths: %1. More is better.</source>
        <translation>Parcela dos prompts cuja chave foi encontrada, média sobre todos os comprimentos. Profundidades: %1. Mais é melhor.</translation>
    </message>
    <message>
        <source>One long forward over %1: how well far positions are predicted with everything before them in sight. Less is better.</source>
        <translation>Uma longa passagem sobre %1: quão bem são previstas posições distantes com tudo o que vem antes à vista. Menos é melhor.</translation>
    </message>
    <message>
        <source>A window of fixed length moved over %1: how well the text is predicted. Less is better.</source>
        <translation>Uma janela de comprimento fixo movida sobre %1: quão bem o texto é previsto. Menos é melhor.</translation>
    </message>
    <message>
        <source>Share of the wanted answers in what the model wrote, the mean over all lengths. Task: %1. More is better.</source>
        <translation>Parcela das respostas procuradas no que o modelo escreveu, média sobre todos os comprimentos. Tarefa: %1. Mais é melhor.</translation>
    </message>
    <message>
        <source>Share of questions of %1 whose likeliest choice is the right one. More is better.</source>
        <translation>Parcela das perguntas de %1 cuja alternativa mais provável é a correta. Mais é melhor.</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>Bits por byte</translation>
    </message>
    <message>
        <source>Normalized accuracy (acc_norm)</source>
        <translation>Acurácia normalizada (acc_norm)</translation>
    </message>
    <message>
        <source>Accuracy (acc)</source>
        <translation>Acurácia (acc)</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Acurácia</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexidade</translation>
    </message>
    <message>
        <source>bits per byte</source>
        <translation>bits por byte</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a task or text, and which number of it</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>How well %1 is predicted, in bits for each byte of its text, which compares between tokenizers. Less is better.</source>
        <translation>Quão bem %1 é previsto, em bits por byte do texto, o que é comparável entre tokenizadores. Menos é melhor.</translation>
    </message>
    <message>
        <source>Share of questions of %1 whose likeliest choice for its length is the right one. More is better.</source>
        <translation>Fração das questões de %1 cuja alternativa mais provável para o seu comprimento é a correta. Mais é melhor.</translation>
    </message>
</context>
<context>
    <name>Gallery</name>
    <message>
        <source>Pass-key accuracy by length</source>
        <translation>Acurácia da chave de acesso por comprimento</translation>
    </message>
    <message>
        <source>From results.json, with Wilson bands where counts are known</source>
        <translation>De results.json, com faixas de Wilson onde as contagens são conhecidas</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>Perplexidade por posição</translation>
    </message>
    <message>
        <source>From results.json, a panel for each text</source>
        <translation>De results.json, um painel para cada texto</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>Perda de validação</translation>
    </message>
    <message>
        <source>From eval.log, means of runs that differ in their seed only</source>
        <translation>De eval.log, médias de execuções que diferem apenas na semente</translation>
    </message>
    <message>
        <source>θβ and θα of all heads</source>
        <translation>θβ e θα de todas as cabeças</translation>
    </message>
    <message>
        <source>From the last step of priors.csv, with the three regimes marked</source>
        <translation>Do último passo de priors.csv, com os três regimes marcados</translation>
    </message>
    <message>
        <source>Biases by regime</source>
        <translation>Vieses por regime</translation>
    </message>
    <message>
        <source>From the last step of priors.csv: b(δ) of every head, grouped by θβ</source>
        <translation>Do último passo de priors.csv: b(δ) de cada cabeça, agrupado por θβ</translation>
    </message>
    <message>
        <source>Retrieval heads being born</source>
        <translation>Cabeças de recuperação nascendo</translation>
    </message>
    <message>
        <source>From the film of one run&apos;s training: every head&apos;s mass on the needle</source>
        <translation>Do filme do treino de uma execução: a massa de cada cabeça na agulha</translation>
    </message>
    <message>
        <source>Attention of heads with θβ ≤ 0</source>
        <translation>Atenção das cabeças com θβ ≤ 0</translation>
    </message>
    <message>
        <source>Runs a pass key of 1,024 tokens through the newest checkpoint of one run of BAM</source>
        <translation>Passa uma chave de 1.024 tokens pelo checkpoint mais novo de uma execução de BAM</translation>
    </message>
    <message>
        <source>Pass-key accuracy by depth and length</source>
        <translation>Acurácia da chave de acesso por profundidade e comprimento</translation>
    </message>
    <message>
        <source>From results.json, a map for each run: where in the prompt the key is found</source>
        <translation>De results.json, um mapa por execução: em que parte do prompt a chave é encontrada</translation>
    </message>
    <message>
        <source>RULER by length</source>
        <translation>RULER por comprimento</translation>
    </message>
    <message>
        <source>From results.json, a panel for each task</source>
        <translation>De results.json, um painel para cada tarefa</translation>
    </message>
    <message>
        <source>Sliding perplexity</source>
        <translation>Perplexidade deslizante</translation>
    </message>
    <message>
        <source>From results.json, a panel for each text: every run with its interval</source>
        <translation>De results.json, um painel por texto: cada execução com seu intervalo</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Múltipla escolha</translation>
    </message>
    <message>
        <source>From results.json: accuracy in each task with its interval, and acc_norm</source>
        <translation>De results.json: acurácia em cada tarefa com seu intervalo, e acc_norm</translation>
    </message>
    <message>
        <source>Biases by distance</source>
        <translation>Vieses por distância</translation>
    </message>
    <message>
        <source>From the newest checkpoint: b(δ) of every head, of any encoding that adds a bias</source>
        <translation>Do checkpoint mais recente: b(δ) de cada cabeça, de qualquer codificação que soma um viés</translation>
    </message>
</context>
<context>
    <name>JobOutcome</name>
    <message>
        <source>The process was killed from outside (signal 9)</source>
        <translation>O processo foi morto de fora (sinal 9)</translation>
    </message>
    <message>
        <source>The process was ended by signal %1 (%2)</source>
        <translation>O processo foi encerrado pelo sinal %1 (%2)</translation>
    </message>
    <message>
        <source>The process ended with status %1 and without saying why</source>
        <translation>O processo terminou com status %1 sem dizer por quê</translation>
    </message>
    <message>
        <source>The process ended without a word, perhaps killed for want of memory</source>
        <translation>O processo terminou sem nenhuma mensagem, talvez morto por falta de memória</translation>
    </message>
    <message>
        <source>%1; the last line of its errors is “%2”</source>
        <translation>%1; a última linha dos seus erros é “%2”</translation>
    </message>
    <message>
        <source>Look at the log.</source>
        <translation>Consulte o log.</translation>
    </message>
    <message>
        <source>Killed on request.</source>
        <translation>Morto a pedido.</translation>
    </message>
    <message>
        <source>Resume goes on from the newest checkpoint, if there is one.</source>
        <translation>Retomar continua a partir do checkpoint mais recente, se houver.</translation>
    </message>
    <message>
        <source>Systems do this when memory runs out: use a smaller batch_size with the same tokens_per_step, or a smaller model. Resume goes on from the newest checkpoint, if there is one.</source>
        <translation>Os sistemas fazem isso quando falta memória: use um batch_size menor com o mesmo tokens_per_step, ou um modelo menor. Retomar continua do checkpoint mais recente, se houver um.</translation>
    </message>
    <message>
        <source>The log may tell more. Resume goes on from the newest checkpoint, if there is one.</source>
        <translation>O registro pode dizer mais. Retomar continua do checkpoint mais recente, se houver um.</translation>
    </message>
</context>
<context>
    <name>Launch</name>
    <message>
        <source>%1 cannot be opened: %2</source>
        <translation>Não é possível abrir %1: %2</translation>
    </message>
    <message>
        <source>Check the space and the permissions of that folder.</source>
        <translation>Verifique o espaço e as permissões dessa pasta.</translation>
    </message>
    <message>
        <source>The folder %1 is not there</source>
        <translation>A pasta %1 não está lá</translation>
    </message>
    <message>
        <source>It was removed since this job was made; make the job again.</source>
        <translation>Ela foi removida depois que esta tarefa foi criada; crie a tarefa de novo.</translation>
    </message>
    <message>
        <source>The program was moved or removed while this window was open; start Bamscope again.</source>
        <translation>O programa foi movido ou removido enquanto esta janela estava aberta; inicie o Bamscope de novo.</translation>
    </message>
    <message>
        <source>Close other programs and start the job again.</source>
        <translation>Feche outros programas e inicie a tarefa de novo.</translation>
    </message>
    <message>
        <source>The program %1 cannot be started: %2</source>
        <translation>Não é possível iniciar o programa %1: %2</translation>
    </message>
</context>
<context>
    <name>LogFeed</name>
    <message>
        <source>note: the first %1 are not shown; the whole log is in %2</source>
        <translation>nota: os primeiros %1 não são mostrados; o log completo está em %2</translation>
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
        <translation>Checkpoint no passo %1: %2</translation>
    </message>
    <message>
        <source>Resumed at step %1: %2</source>
        <translation>Retomada no passo %1: %2</translation>
    </message>
    <message>
        <source>Spike at step %1: %2 instead of about %3: %4</source>
        <translation>Pico no passo %1: %2 em vez de cerca de %3: %4</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Norma do gradiente</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Taxa de aprendizado</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Perplexity (per token)</source>
        <translation>Perplexidade (por token)</translation>
    </message>
    <message>
        <source>Training perplexity (per token)</source>
        <translation>Perplexidade de treinamento (por token)</translation>
    </message>
    <message>
        <source>Validation perplexity (per token)</source>
        <translation>Perplexidade de validação (por token)</translation>
    </message>
    <message>
        <source>Loss (nats per token)</source>
        <translation>Perda (nats por token)</translation>
    </message>
    <message>
        <source>Training loss (nats per token)</source>
        <translation>Perda de treinamento (nats por token)</translation>
    </message>
    <message>
        <source>Validation loss (nats per token)</source>
        <translation>Perda de validação (nats por token)</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1, validação</translation>
    </message>
</context>
<context>
    <name>PriorFigures</name>
    <message>
        <source>L%1 H%2</source>
        <comment>a layer and a head, short</comment>
        <translation>L%1 H%2</translation>
    </message>
    <message>
        <source>Learned priors of all heads</source>
        <translation>Priors aprendidos de todas as cabeças</translation>
    </message>
    <message>
        <source>θβ (shape)</source>
        <translation>θβ (forma)</translation>
    </message>
    <message>
        <source>θα (scale)</source>
        <translation>θα (escala)</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Camada</translation>
    </message>
    <message>
        <source>Biases of all heads by regime</source>
        <translation>Vieses de todas as cabeças por regime</translation>
    </message>
    <message>
        <source>Distance δ (tokens)</source>
        <translation>Distância δ (tokens)</translation>
    </message>
    <message>
        <source>Bias b(δ)</source>
        <translation>Viés b(δ)</translation>
    </message>
    <message>
        <source>Attention of heads with θβ ≤ 0</source>
        <translation>Atenção das cabeças com θβ ≤ 0</translation>
    </message>
    <message>
        <source>Attention of heads with θβ ≤ 0: %1</source>
        <translation>Atenção das cabeças com θβ ≤ 0: %1</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
    <message>
        <source>Head, θβ ascending</source>
        <translation>Cabeça, θβ crescente</translation>
    </message>
    <message>
        <source>%1, θβ %2</source>
        <translation>%1, θβ %2</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atenção</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>agulha</translation>
    </message>
    <message>
        <source>This prior</source>
        <translation>Este prior</translation>
    </message>
    <message>
        <source>δ = %1</source>
        <translation>δ = %1</translation>
    </message>
    <message>
        <source>%1: b = %2, p = %3, mass up to here %4</source>
        <comment>1: title of a curve</comment>
        <translation>%1: b = %2, p = %3, massa até aqui %4</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <source>With SSMax (λ = %1): effective context %2, 90 % within %3</source>
        <translation>Com SSMax (λ = %1): contexto efetivo %2, 90 % dentro de %3</translation>
    </message>
    <message>
        <source>Without SSMax: effective context %1, 90 % within %2</source>
        <translation>Sem SSMax: contexto efetivo %1, 90 % dentro de %2</translation>
    </message>
    <message>
        <source>Biases of all heads, of a query that sees %1 keys</source>
        <translation>Vieses de todas as cabeças, de uma consulta que vê %1 chaves</translation>
    </message>
</context>
<context>
    <name>PriorHeads</name>
    <message>
        <source>%1 has no priors: with %2 all positions count the same.</source>
        <translation>%1 não tem priors: com %2 todas as posições contam igualmente.</translation>
    </message>
    <message>
        <source>Choose a run with BAM, whose heads learn how far they look, or one with ALiBi.</source>
        <translation>Escolha uma execução com BAM, cujas cabeças aprendem até onde olham, ou uma com ALiBi.</translation>
    </message>
    <message>
        <source>%1 has no priors: %2 tells positions through queries, keys or embeddings, not through a prior.</source>
        <translation>%1 não tem priors: %2 informa as posições por meio de consultas, chaves ou embeddings, não de um prior.</translation>
    </message>
    <message>
        <source>The priors of %1 are being read…</source>
        <translation>Lendo os priors de %1…</translation>
    </message>
    <message>
        <source>The priors of %1 cannot be read: %2</source>
        <translation>Não é possível ler os priors de %1: %2</translation>
    </message>
    <message>
        <source>Runs of this program write priors.csv with every validation; runs of the official code do not.</source>
        <translation>As execuções deste programa gravam priors.csv a cada validação; as do código oficial não.</translation>
    </message>
    <message>
        <source>%1 has not written any priors yet.</source>
        <translation>%1 ainda não gravou priors.</translation>
    </message>
    <message>
        <source>They come with the first validation.</source>
        <translation>Eles vêm com a primeira validação.</translation>
    </message>
    <message>
        <source>priors.csv of %1 has no values of θα and θβ.</source>
        <translation>O priors.csv de %1 não tem valores de θα e θβ.</translation>
    </message>
    <message>
        <source>The columns theta_alpha and theta_beta are expected in its first line, with a number in every row.</source>
        <translation>As colunas theta_alpha e theta_beta são esperadas na primeira linha, com um número em cada linha de dados.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>1: layer and head, 2: run</comment>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Its prior is not in priors.csv at this step.</source>
        <translation>O prior dela não está em priors.csv neste passo.</translation>
    </message>
    <message>
        <source>Fixed slope %1</source>
        <translation>Inclinação fixa %1</translation>
    </message>
    <message>
        <source>They are read from its checkpoints.</source>
        <translation>Eles são lidos dos seus checkpoints.</translation>
    </message>
    <message>
        <source>%1 has no checkpoint yet.</source>
        <translation>%1 ainda não tem checkpoint.</translation>
    </message>
    <message>
        <source>The bias of %1 is read from checkpoints; no two numbers per head describe it.</source>
        <translation>O viés de %1 é lido dos checkpoints; dois números por cabeça não bastam para descrevê-lo.</translation>
    </message>
    <message>
        <source>b(0) = %1, b(%2) = %3</source>
        <translation>b(0) = %1, b(%2) = %3</translation>
    </message>
</context>
<context>
    <name>PriorPreset</name>
    <message>
        <source>&amp;NoPE: no prior</source>
        <translation>&amp;NoPE: sem prior</translation>
    </message>
    <message>
        <source>Every key counts the same: b is 0. θβ = 0 gives the same up to a constant.</source>
        <translation>Toda chave conta igualmente: b é 0. θβ = 0 dá o mesmo, a menos de uma constante.</translation>
    </message>
    <message>
        <source>&amp;Laplace (θβ = 1)</source>
        <translation>&amp;Laplace (θβ = 1)</translation>
    </message>
    <message>
        <source>Probability falls by the same factor with each token, as with ALiBi.</source>
        <translation>A probabilidade cai pelo mesmo fator a cada token, como com ALiBi.</translation>
    </message>
    <message>
        <source>&amp;Gaussian (θβ = 2)</source>
        <translation>&amp;Gaussiano (θβ = 2)</translation>
    </message>
    <message>
        <source>A bell: a neighbourhood that counts, and next to nothing beyond it.</source>
        <translation>Um sino: uma vizinhança que conta, e quase nada além dela.</translation>
    </message>
    <message>
        <source>&amp;Heavy tail (0 &lt; θβ &lt; 1)</source>
        <translation>&amp;Cauda pesada (0 &lt; θβ &lt; 1)</translation>
    </message>
    <message>
        <source>Near tokens count more, far ones are never forgotten.</source>
        <translation>Tokens próximos contam mais, os distantes nunca são esquecidos.</translation>
    </message>
    <message>
        <source>&amp;Inverted (θβ &lt; 0)</source>
        <translation>&amp;Invertido (θβ &lt; 0)</translation>
    </message>
    <message>
        <source>The neighbourhood is suppressed and attention goes to far tokens: the shape of retrieval heads.</source>
        <translation>A vizinhança é suprimida e a atenção vai para tokens distantes: a forma das cabeças de recuperação.</translation>
    </message>
</context>
<context>
    <name>PriorReader</name>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 não está mais lá.</translation>
    </message>
    <message>
        <source>there is no priors.csv in %1.</source>
        <translation>não há priors.csv em %1.</translation>
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
    <message>
        <source>Without a prior, position alone prefers no key.</source>
        <translation>Sem um prior, a posição sozinha não prefere nenhuma chave.</translation>
    </message>
    <message>
        <source>At θβ = 0 the bias is the constant %1 at all distances, which the softmax removes: there is no scale α, whatever θα is.</source>
        <translation>Em θβ = 0 o viés é a constante %1 em todas as distâncias, que o softmax remove: não há escala α, seja qual for θα.</translation>
    </message>
    <message>
        <source>So near to θβ = 0 the scale α = e&lt;sup&gt;−θα/θβ&lt;/sup&gt; is larger or smaller than any number that can be written.</source>
        <translation>Tão perto de θβ = 0, a escala α = e&lt;sup&gt;−θα/θβ&lt;/sup&gt; é maior ou menor do que qualquer número que se possa escrever.</translation>
    </message>
    <message>
        <source>Uniform, as NoPE</source>
        <translation>Uniforme, como NoPE</translation>
    </message>
    <message>
        <source>Laplace, as ALiBi</source>
        <translation>Laplace, como ALiBi</translation>
    </message>
    <message>
        <source>Gaussian</source>
        <translation>Gaussiano</translation>
    </message>
    <message>
        <source>Heavy tail</source>
        <translation>Cauda pesada</translation>
    </message>
    <message>
        <source>Between Laplace and Gaussian</source>
        <translation>Entre Laplace e gaussiano</translation>
    </message>
    <message>
        <source>Flat top, hard edge</source>
        <translation>Topo plano, borda abrupta</translation>
    </message>
    <message>
        <source>Inverted</source>
        <translation>Invertido</translation>
    </message>
    <message>
        <source>All keys count the same: position decides nothing.</source>
        <translation>Todas as chaves contam igualmente: a posição não decide nada.</translation>
    </message>
    <message>
        <source>Each further token counts less by the same factor, so there is an end to what is seen.</source>
        <translation>Cada token a mais conta menos pelo mesmo fator, portanto há um fim para o que é visto.</translation>
    </message>
    <message>
        <source>A neighbourhood counts, and next to nothing beyond it.</source>
        <translation>Uma vizinhança conta, e quase nada além dela.</translation>
    </message>
    <message>
        <source>Near tokens count more, and far ones are never quite forgotten.</source>
        <translation>Tokens próximos contam mais, e os distantes nunca são totalmente esquecidos.</translation>
    </message>
    <message>
        <source>A neighbourhood with soft edges.</source>
        <translation>Uma vizinhança com bordas suaves.</translation>
    </message>
    <message>
        <source>All of a neighbourhood counts the same, and nothing beyond it.</source>
        <translation>Toda a vizinhança conta igualmente, e nada além dela.</translation>
    </message>
    <message>
        <source>The neighbourhood is suppressed and far tokens get the attention: the shape of retrieval heads.</source>
        <translation>A vizinhança é suprimida e os tokens distantes recebem a atenção: a forma das cabeças de recuperação.</translation>
    </message>
    <message>
        <source>The nearest tokens stand back a little; all others count about the same.</source>
        <translation>Os tokens mais próximos recuam um pouco; todos os outros contam mais ou menos igualmente.</translation>
    </message>
    <message>
        <source>Local: θβ &gt; 0</source>
        <translation>Local: θβ &gt; 0</translation>
    </message>
    <message>
        <source>Broad: −0.6 &lt; θβ ≤ 0</source>
        <translation>Amplo: −0,6 &lt; θβ ≤ 0</translation>
    </message>
    <message>
        <source>Inverted: θβ ≤ −0.6</source>
        <translation>Invertido: θβ ≤ −0,6</translation>
    </message>
    <message>
        <source>Half of the mass lies within %1, 99 % within %2; effective context %3 of %4.</source>
        <translation>Metade da massa fica dentro de %1, 99 % dentro de %2; contexto efetivo %3 de %4.</translation>
    </message>
    <message>
        <source>With ALiBi, Scalable-Softmax scales the content alone: the prior stays as it is.</source>
        <translation>Com ALiBi, Scalable-Softmax escala apenas o conteúdo: o prior permanece como está.</translation>
    </message>
    <message>
        <source>Without a prior there is nothing for Scalable-Softmax to scale.</source>
        <translation>Sem um prior não há nada para Scalable-Softmax escalar.</translation>
    </message>
    <message>
        <source>Without Scalable-Softmax the bias is the same for every length of text.</source>
        <translation>Sem Scalable-Softmax o viés é o mesmo para qualquer comprimento de texto.</translation>
    </message>
    <message>
        <source>At %1 keys Scalable-Softmax takes the bias times %2; at the training length of %3 it was %4.</source>
        <translation>Com %1 chaves, Scalable-Softmax multiplica o viés por %2; no comprimento de treinamento, %3, era %4.</translation>
    </message>
    <message>
        <source>Layer %1 · head %2</source>
        <translation>Camada %1 · cabeça %2</translation>
    </message>
    <message>
        <source>%1 of %2, step %3</source>
        <comment>1: layer and head</comment>
        <translation>%1 de %2, passo %3</translation>
    </message>
    <message>
        <source>the numbers of the checkpoint</source>
        <translation>os números do checkpoint</translation>
    </message>
    <message>
        <source>Power law</source>
        <translation>Lei de potência</translation>
    </message>
    <message>
        <source>A shape of its own</source>
        <translation>Uma forma própria</translation>
    </message>
    <message>
        <source>Near tokens count more, and each doubling of the distance costs about the same factor.</source>
        <translation>Tokens próximos contam mais, e cada duplicação da distância custa aproximadamente o mesmo fator.</translation>
    </message>
    <message>
        <source>With this encoding Scalable-Softmax scales the content alone: the prior stays as it is.</source>
        <translation>Com esta codificação, o Scalable-Softmax escala apenas o conteúdo: o prior fica como está.</translation>
    </message>
    <message>
        <source>Slowing fall with ripples</source>
        <translation>Queda cada vez mais lenta, com ondulações</translation>
    </message>
    <message>
        <source>The bias is a curve of its own, which no few numbers tell.</source>
        <translation>O viés é uma curva própria, que poucos números não descrevem.</translation>
    </message>
    <message>
        <source>Near tokens count more; each further token costs less than the one before, and far away the cosines ripple.</source>
        <translation>Tokens próximos contam mais; cada token seguinte custa menos que o anterior, e ao longe os cossenos ondulam.</translation>
    </message>
</context>
<context>
    <name>RunModel</name>
    <message>
        <source>Queued</source>
        <translation>Na fila</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Em execução</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausada</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Concluída</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falhou</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Parada</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Perdida</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Desconhecida</translation>
    </message>
    <message>
        <source>Data ended</source>
        <translation>Dados acabaram</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <comment>group, number of its runs that are shown, and of all</comment>
        <translation>%1 (%2 de %3)</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importada</translation>
    </message>
</context>
<context>
    <name>RunQuery</name>
    <message>
        <source>model size, such as l12</source>
        <translation>tamanho do modelo, como l12</translation>
    </message>
    <message>
        <source>positional encoding, such as bam_ssmax</source>
        <translation>codificação posicional, como bam_ssmax</translation>
    </message>
    <message>
        <source>one of its tags</source>
        <translation>uma das suas tags</translation>
    </message>
    <message>
        <source>its note</source>
        <translation>a sua nota</translation>
    </message>
    <message>
        <source>path of its folder</source>
        <translation>caminho da sua pasta</translation>
    </message>
    <message>
        <source>where it trains or trained, such as cuda:0</source>
        <translation>onde treina ou treinou, como cuda:0</translation>
    </message>
    <message>
        <source>last training loss</source>
        <translation>última perda de treinamento</translation>
    </message>
    <message>
        <source>last validation loss</source>
        <translation>última perda de validação</translation>
    </message>
    <message>
        <source>steps done</source>
        <translation>passos concluídos</translation>
    </message>
    <message>
        <source>steps in all</source>
        <translation>total de passos</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>tokens por segundo</translation>
    </message>
    <message>
        <source>random seed</source>
        <translation>semente aleatória</translation>
    </message>
    <message>
        <source>number of its folder</source>
        <translation>número da sua pasta</translation>
    </message>
    <message>
        <source>yes or no</source>
        <translation>yes ou no</translation>
    </message>
    <message>
        <source>A quotation mark is missing at the end.</source>
        <translation>Falta uma aspa no final.</translation>
    </message>
    <message>
        <source>There is no field “%1”. Put text with a colon in quotation marks.</source>
        <translation>Não existe o campo “%1”. Coloque entre aspas o texto com dois-pontos.</translation>
    </message>
    <message>
        <source>There is no field “%1”; did you mean “%2”?</source>
        <translation>Não existe o campo “%1”; você quis dizer “%2”?</translation>
    </message>
    <message>
        <source>A value is missing after “%1”.</source>
        <translation>Falta um valor depois de “%1”.</translation>
    </message>
    <message>
        <source>“%1” takes a number, such as %1&lt;3; “%2” is none.</source>
        <translation>“%1” recebe um número, como %1&lt;3; “%2” não é um número.</translation>
    </message>
    <message>
        <source>“%1” is a text: use %1: (holds) or %1= (is).</source>
        <translation>“%1” é um texto: use %1: (contém) ou %1= (é igual a).</translation>
    </message>
    <message>
        <source>&lt;p&gt;Shows the runs for which all words hold. Example:&lt;br&gt;&lt;code&gt;bam size:l12 state:running loss&amp;lt;3 -rope &quot;long run&quot;&lt;/code&gt;&lt;/p&gt;&lt;p&gt;A word is looked for in name, state, tags, note and folder. A minus in front turns it around; quotation marks keep words together; &lt;code&gt;=&lt;/code&gt; asks for the whole value.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Mostra as execuções às quais todas as palavras se aplicam. Exemplo:&lt;br&gt;&lt;code&gt;bam size:l12 state:running loss&amp;lt;3 -rope &quot;long run&quot;&lt;/code&gt;&lt;/p&gt;&lt;p&gt;Uma palavra é procurada no nome, no estado, nas tags, na nota e na pasta. Um sinal de menos na frente inverte o sentido; as aspas mantêm palavras juntas; &lt;code&gt;=&lt;/code&gt; exige o valor inteiro.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>taxa de aprendizado</translation>
    </message>
    <message>
        <source>tokens per step</source>
        <translation>tokens por passo</translation>
    </message>
    <message>
        <source>queued, running, paused, finished, failed, stopped, lost, imported or unknown</source>
        <translation>queued, running, paused, finished, failed, stopped, lost, imported ou unknown</translation>
    </message>
</context>
<context>
    <name>RunTitles</name>
    <message>
        <source>%1 · seed %2</source>
        <comment>a run&apos;s title</comment>
        <translation>%1 · semente %2</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>Distance δ to the key (tokens)</source>
        <translation>Distância δ até a chave (tokens)</translation>
    </message>
    <message>
        <source>Bias b(δ)</source>
        <translation>Viés b(δ)</translation>
    </message>
    <message>
        <source>b(%1) = %2 lies below</source>
        <translation>b(%1) = %2 fica abaixo</translation>
    </message>
    <message>
        <source>Probability p(δ)</source>
        <translation>Probabilidade p(δ)</translation>
    </message>
    <message>
        <source>all alike: 1/n</source>
        <translation>todas iguais: 1/n</translation>
    </message>
    <message>
        <source>Mass up to δ</source>
        <translation>Massa até δ</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: share, 2: distance</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Keys that the query sees, n (tokens)</source>
        <translation>Chaves que a consulta vê, n (tokens)</translation>
    </message>
    <message>
        <source>Reach (tokens)</source>
        <translation>Alcance (tokens)</translation>
    </message>
    <message>
        <source>90 % of mass</source>
        <translation>90 % da massa</translation>
    </message>
    <message>
        <source>Effective, SSMax</source>
        <translation>Efetivo, SSMax</translation>
    </message>
    <message>
        <source>90 %, SSMax</source>
        <translation>90 %, SSMax</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>treinado</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>Bias by distance</source>
        <translation>Viés por distância</translation>
    </message>
    <message>
        <source>Prior of a query that sees %1 keys</source>
        <translation>Prior de uma consulta que vê %1 chaves</translation>
    </message>
    <message>
        <source>How far the mass reaches</source>
        <translation>Até onde a massa alcança</translation>
    </message>
    <message>
        <source>Reach by length, with and without SSMax</source>
        <translation>Alcance por comprimento, com e sem SSMax</translation>
    </message>
    <message>
        <source>Priors of %1 at step %2</source>
        <translation>Priors de %1 no passo %2</translation>
    </message>
    <message>
        <source>Distance (tokens)</source>
        <translation>Distância (tokens)</translation>
    </message>
    <message>
        <source>Heads, layer by layer</source>
        <translation>Cabeças, camada por camada</translation>
    </message>
    <message>
        <source>Heads by θβ</source>
        <translation>Cabeças por θβ</translation>
    </message>
    <message>
        <source>Heads by effective context</source>
        <translation>Cabeças por contexto efetivo</translation>
    </message>
    <message>
        <source>p / largest p</source>
        <translation>p / maior p</translation>
    </message>
    <message>
        <source>b, least to largest</source>
        <translation>b, do menor ao maior</translation>
    </message>
    <message>
        <source>Shape and scale of all heads at step %1</source>
        <translation>Forma e escala de todas as cabeças no passo %1</translation>
    </message>
    <message>
        <source>%1 of all heads through training</source>
        <translation>%1 de todas as cabeças ao longo do treinamento</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>Efetivo</translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atenção</translation>
    </message>
    <message>
        <source>This model has no such head</source>
        <translation>Este modelo não tem essa cabeça</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>agulha</translation>
    </message>
    <message>
        <source>Attention of the answer&apos;s queries</source>
        <translation>Atenção das consultas da resposta</translation>
    </message>
    <message>
        <source>Share of answers found</source>
        <translation>Parcela de respostas encontradas</translation>
    </message>
    <message>
        <source>Place in the text (tokens)</source>
        <translation>Lugar no texto (tokens)</translation>
    </message>
</context>
<context>
    <name>bam::figures</name>
    <message>
        <source>training length</source>
        <translation>comprimento de treinamento</translation>
    </message>
    <message>
        <source>Pass-key accuracy by length</source>
        <translation>Acurácia da chave de acesso por comprimento</translation>
    </message>
    <message>
        <source>Prompt length (tokens)</source>
        <translation>Comprimento do prompt (tokens)</translation>
    </message>
    <message>
        <source>Pass-key accuracy</source>
        <translation>Acurácia da chave de acesso</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>Perplexidade por posição</translation>
    </message>
    <message>
        <source>Position (tokens)</source>
        <translation>Posição (tokens)</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexidade</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>Perda de validação</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Validation loss (nats)</source>
        <translation>Perda de validação (nats)</translation>
    </message>
    <message>
        <source>Pass-key accuracy by depth and length</source>
        <translation>Acurácia da chave de acesso por profundidade e comprimento</translation>
    </message>
    <message>
        <source>Depth of the key (%)</source>
        <translation>Profundidade da chave (%)</translation>
    </message>
    <message>
        <source>RULER by length</source>
        <translation>RULER por comprimento</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Pontuação</translation>
    </message>
    <message>
        <source>Training loss (means of up to %1 rows)</source>
        <translation>Perda de treinamento (médias de até %1 linhas)</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>Perda de treinamento</translation>
    </message>
    <message>
        <source>Training loss (nats)</source>
        <translation>Perda de treinamento (nats)</translation>
    </message>
    <message>
        <source>Sliding perplexity</source>
        <translation>Perplexidade deslizante</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Múltipla escolha</translation>
    </message>
    <message>
        <source>Accuracy (acc)</source>
        <translation>Acurácia (acc)</translation>
    </message>
    <message>
        <source>Normalized accuracy (acc_norm)</source>
        <translation>Acurácia normalizada (acc_norm)</translation>
    </message>
</context>
<context>
    <name>bam::figures::FigureDialog</name>
    <message>
        <source>Save figure</source>
        <translation>Salvar figura</translation>
    </message>
    <message>
        <source>&amp;Copy as image</source>
        <translation>&amp;Copiar como imagem</translation>
    </message>
    <message>
        <source>Put the picture with the chosen dots per inch on the clipboard</source>
        <translation>Coloca a imagem com os pontos por polegada escolhidos na área de transferência</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Salvar</translation>
    </message>
    <message>
        <source>Write the chosen files</source>
        <translation>Grava os arquivos escolhidos</translation>
    </message>
    <message>
        <source>Preview of the figure</source>
        <translation>Prévia da figura</translation>
    </message>
    <message>
        <source>&amp;Fit into the window</source>
        <translation>Ajustar à &amp;janela</translation>
    </message>
    <message>
        <source>Without it the preview is as large as it will be on paper, by what the screen says of its size</source>
        <translation>Sem isso, a prévia tem o tamanho que terá no papel, conforme o que a tela informa do seu tamanho</translation>
    </message>
    <message>
        <source>Vector, exact size, fonts embedded: for papers</source>
        <translation>Vetorial, tamanho exato, fontes incorporadas: para artigos</translation>
    </message>
    <message>
        <source>Vector, for the web and for drawing programs</source>
        <translation>Vetorial, para a web e para programas de desenho</translation>
    </message>
    <message>
        <source>Pixels, with the dots per inch below</source>
        <translation>Pixels, com os pontos por polegada abaixo</translation>
    </message>
    <message>
        <source>pgfplots: text that follows the paper&apos;s fonts, with the data as CSV beside it</source>
        <translation>pgfplots: texto que segue as fontes do artigo, com os dados em CSV ao lado</translation>
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
        <translation>Largura da figura no papel</translation>
    </message>
    <message>
        <source>Height of the figure on paper</source>
        <translation>Altura da figura no papel</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Largura</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Altura</translation>
    </message>
    <message>
        <source>Unit of width and height; a point is 1/72 inch</source>
        <translation>Unidade de largura e altura; um ponto é 1/72 de polegada</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidade</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Arquivos</translation>
    </message>
    <message>
        <source>Widths of columns and pages of conferences and journals</source>
        <translation>Larguras de colunas e páginas de conferências e periódicos</translation>
    </message>
    <message>
        <source>Another width</source>
        <translation>Outra largura</translation>
    </message>
    <message>
        <source>&amp;Width for</source>
        <translation>&amp;Largura para</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>Keep &amp;proportions</source>
        <translation>Manter &amp;proporções</translation>
    </message>
    <message>
        <source>The height follows the width</source>
        <translation>A altura acompanha a largura</translation>
    </message>
    <message>
        <source>Font of all texts; it is embedded into PDF files</source>
        <translation>Fonte de todos os textos; é incorporada aos arquivos PDF</translation>
    </message>
    <message>
        <source>F&amp;ont</source>
        <translation>F&amp;onte</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Size of labels on paper; captions of papers have 8 to 10 points</source>
        <translation>Tamanho dos rótulos no papel; as legendas de artigos têm 8 a 10 pontos</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Ta&amp;manho do texto</translation>
    </message>
    <message>
        <source>Width of curves</source>
        <translation>Largura das curvas</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>L&amp;inhas</translation>
    </message>
    <message>
        <source>Size of markers</source>
        <translation>Tamanho dos marcadores</translation>
    </message>
    <message>
        <source>&amp;Markers</source>
        <translation>Marca&amp;dores</translation>
    </message>
    <message>
        <source>Grey tells curves apart by lightness, dashes and markers alone</source>
        <translation>Cinza distingue as curvas apenas por luminosidade, tracejado e marcadores</translation>
    </message>
    <message>
        <source>Colours of the encodings</source>
        <translation>Cores das codificações</translation>
    </message>
    <message>
        <source>Grey, safe to print</source>
        <translation>Cinza, seguro para imprimir</translation>
    </message>
    <message>
        <source>Colo&amp;urs</source>
        <translation>Co&amp;res</translation>
    </message>
    <message>
        <source>Where the names of curves stand</source>
        <translation>Onde ficam os nomes das curvas</translation>
    </message>
    <message>
        <source>Where there is room</source>
        <translation>Onde houver espaço</translation>
    </message>
    <message>
        <source>Inside the axes</source>
        <translation>Dentro dos eixos</translation>
    </message>
    <message>
        <source>In a column of its own</source>
        <translation>Em uma coluna própria</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Abaixo</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nenhuma</translation>
    </message>
    <message>
        <source>L&amp;egend</source>
        <translation>Leg&amp;enda</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Título</translation>
    </message>
    <message>
        <source>Papers put it into the caption instead</source>
        <translation>Nos artigos, ele vai na legenda</translation>
    </message>
    <message>
        <source>&amp;Grid</source>
        <translation>&amp;Grade</translation>
    </message>
    <message>
        <source>Thin lines at the ticks</source>
        <translation>Linhas finas nas marcações dos eixos</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Dots per inch of PNG files and of copied images</source>
        <translation>Pontos por polegada dos arquivos PNG e das imagens copiadas</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>Resol&amp;ução</translation>
    </message>
    <message>
        <source>Folder that the files are written to</source>
        <translation>Pasta em que os arquivos são gravados</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Pasta</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>Escolher a pasta</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Escolher uma pasta</translation>
    </message>
    <message>
        <source>Name of the files, without ending</source>
        <translation>Nome dos arquivos, sem extensão</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nome</translation>
    </message>
    <message>
        <source>Fol&amp;der</source>
        <translation>P&amp;asta</translation>
    </message>
    <message>
        <source>The .json file holds the figure itself: bamscope --batch figure makes the other files from it again</source>
        <translation>O arquivo .json guarda a própria figura: bamscope --batch figure gera de novo os outros arquivos a partir dele</translation>
    </message>
    <message>
        <source>Choose at least one kind of file.</source>
        <translation>Escolha pelo menos um tipo de arquivo.</translation>
    </message>
    <message>
        <source>The name is needed, without folders.</source>
        <translation>O nome é necessário, sem pastas.</translation>
    </message>
    <message>
        <source>Choose the folder that the files go to.</source>
        <translation>Escolha a pasta para onde vão os arquivos.</translation>
    </message>
    <message>
        <source>Writes %1.</source>
        <translation>Grava %1.</translation>
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
        <translation>Figura</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Band: %1 to %2</source>
        <translation>Faixa: %1 a %2</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>Salvar figura…</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar tudo</translation>
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
        <translation>Diretório da execução: %1</translation>
    </message>
    <message>
        <source>Queued, place %1</source>
        <translation>Na fila, posição %1</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Parando</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Em execução</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Concluída</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Parada</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausada</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Falhou</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Cancelada</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>Retomar %1</translation>
    </message>
    <message>
        <source>Evaluate %1</source>
        <translation>Avaliar %1</translation>
    </message>
    <message>
        <source>Build dataset %1</source>
        <translation>Criar conjunto de dados %1</translation>
    </message>
    <message>
        <source>Train tokenizer %1</source>
        <translation>Treinar tokenizador %1</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 de %2 passos</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Where it computes. A device runs one job of the queue at a time.</source>
        <translation>Onde a computação ocorre. Um dispositivo executa uma tarefa da fila por vez.</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Tarefa</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progresso</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidade</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Tempo restante</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>Decorrido</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Waits for disk space, place %1</source>
        <translation>Espera espaço em disco, lugar %1</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1, versão %2</translation>
    </message>
    <message>
        <source>Job %1 of %2: %3</source>
        <translation>Tarefa %1 de %2: %3</translation>
    </message>
    <message>
        <source>%1, step %2 of %3</source>
        <comment>1: which job</comment>
        <translation>%1, passo %2 de %3</translation>
    </message>
</context>
<context>
    <name>bam::models::RunModel</name>
    <message>
        <source>No tag</source>
        <translation>Sem tag</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>Size, encoding and version, with the colour of its curves. Pinned runs come first.</source>
        <translation>Tamanho, codificação e versão, com a cor das curvas. Execuções fixadas vêm primeiro.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>Model size, such as l12 (12 layers)</source>
        <translation>Tamanho do modelo, como l12 (12 camadas)</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Codificação</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Codificação posicional</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versão</translation>
    </message>
    <message>
        <source>Number of the run&apos;s folder</source>
        <translation>Número da pasta da execução</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>What the run&apos;s process last said. Lost: it says it is running, but its process is gone.</source>
        <translation>O que o processo da execução informou por último. Perdida: diz estar em execução, mas o processo não existe mais.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Optimiser steps done, and in all</source>
        <translation>Passos do otimizador concluídos e no total</translation>
    </message>
    <message>
        <source>Train loss</source>
        <translation>Perda treino</translation>
    </message>
    <message>
        <source>Of the last step, in nats per token</source>
        <translation>Do último passo, em nats por token</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>Perda val.</translation>
    </message>
    <message>
        <source>Of the last validation, in nats per token</source>
        <translation>Da última validação, em nats por token</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Training speed of the last step, all devices together</source>
        <translation>Velocidade de treinamento do último passo, todos os dispositivos juntos</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Tempo restante</translation>
    </message>
    <message>
        <source>Until the last step, at the speed since the last start</source>
        <translation>Até o último passo, na velocidade desde o último início</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Iniciada</translation>
    </message>
    <message>
        <source>First start, in local time</source>
        <translation>Primeiro início, no horário local</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Words to find runs by, separated by commas. Double-click to edit.</source>
        <translation>Palavras para encontrar execuções, separadas por vírgulas. Clique duas vezes para editar.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Kept in the run&apos;s folder. Double-click to edit.</source>
        <translation>Guardada na pasta da execução. Clique duas vezes para editar.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>group and number of its runs</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, number of runs: %2</source>
        <translation>%1, número de execuções: %2</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <comment>steps done and in all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>It says it is running, but its process is gone. Resume it from its last checkpoint.</source>
        <translation>Diz estar em execução, mas o processo não existe mais. Retome a partir do último checkpoint.</translation>
    </message>
    <message>
        <source>Made by the official code</source>
        <translation>Criada pelo código oficial</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>Semente %1</translation>
    </message>
    <message>
        <source>Device %1 on %2</source>
        <translation>Dispositivo %1 em %2</translation>
    </message>
    <message>
        <source>an unknown machine</source>
        <translation>máquina desconhecida</translation>
    </message>
    <message>
        <source>%1 tokens per step</source>
        <translation>%1 tokens por passo</translation>
    </message>
    <message>
        <source>The data is enough for %1 of the %2 steps that were asked for. Add data, or ask for fewer steps.</source>
        <translation>Os dados bastam para %1 dos %2 passos pedidos. Acrescente dados ou peça menos passos.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Random seed of weights and data order</source>
        <translation>Semente aleatória dos pesos e da ordem dos dados</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Taxa de aprendizado</translation>
    </message>
    <message>
        <source>Learning rate after the warm-up, at its highest</source>
        <translation>Taxa de aprendizado após o aquecimento, em seu máximo</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>Tokens per optimiser step, all devices together</source>
        <translation>Tokens por passo do otimizador, somando todos os dispositivos</translation>
    </message>
    <message>
        <source>Imported from %1. It has curves only and is never written again.</source>
        <translation>Importada de %1. Tem apenas curvas e nunca mais é gravada.</translation>
    </message>
</context>
<context>
    <name>bam::plots::CurveStack</name>
    <message>
        <source>Key %1, distance %2</source>
        <translation>Chave %1, distância %2</translation>
    </message>
    <message>
        <source>“%1” — %2</source>
        <comment>token, place</comment>
        <translation>“%1” — %2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>não finito</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>curve, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Distance to the key (tokens)</source>
        <translation>Distância até a chave (tokens)</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
</context>
<context>
    <name>bam::plots::HeatmapWidget</name>
    <message>
        <source>Attention weight</source>
        <translation>Peso de atenção</translation>
    </message>
    <message>
        <source>Attention matrix</source>
        <translation>Matriz de atenção</translation>
    </message>
    <message>
        <source>“%1” → “%2”</source>
        <comment>query token, key token</comment>
        <translation>“%1” → “%2”</translation>
    </message>
    <message>
        <source>Query %1, key %2, distance %3</source>
        <translation>Consulta %1, chave %2, distância %3</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>não finito</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>name of a value, number</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>positions from, to</comment>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>Largest of queries %1 and keys %2</source>
        <translation>Máximo das consultas %1 e das chaves %2</translation>
    </message>
    <message>
        <source>Mean of queries %1 and keys %2</source>
        <translation>Média das consultas %1 e das chaves %2</translation>
    </message>
    <message numerus="yes">
        <source>Largest of the %n pairs at this pixel</source>
        <translation>
            <numerusform>Máximo de %n par neste pixel</numerusform>
            <numerusform>Máximo dos %n pares neste pixel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the %n pairs at this pixel</source>
        <translation>
            <numerusform>Média de %n par neste pixel</numerusform>
            <numerusform>Média dos %n pares neste pixel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Largest of the %n pairs about here</source>
        <translation>
            <numerusform>Máximo de %n par por aqui</numerusform>
            <numerusform>Máximo dos %n pares por aqui</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mean of the %n pairs about here</source>
        <translation>
            <numerusform>Média de %n par por aqui</numerusform>
            <numerusform>Média dos %n pares por aqui</numerusform>
        </translation>
    </message>
    <message>
        <source>Query position (tokens)</source>
        <translation>Posição da consulta (tokens)</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
    <message>
        <source>Loading exact values…</source>
        <translation>Carregando valores exatos…</translation>
    </message>
    <message numerus="yes">
        <source>%n values are not finite; they are drawn in magenta</source>
        <translation>
            <numerusform>%n valor não é finito; é desenhado em magenta</numerusform>
            <numerusform>%n valores não são finitos; são desenhados em magenta</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::ui::Banner</name>
    <message>
        <source>Dismiss this message</source>
        <translation>Dispensar esta mensagem</translation>
    </message>
</context>
<context>
    <name>bam::ui::BannerArea</name>
    <message numerus="yes">
        <source>%n more message(s)</source>
        <translation>
            <numerusform>Mais %n mensagem</numerusform>
            <numerusform>Mais %n mensagens</numerusform>
        </translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Shows the older messages, too, or the newest alone</source>
        <translation>Mostra também as mensagens mais antigas, ou só a mais nova</translation>
    </message>
</context>
<context>
    <name>bam::ui::RopeChoice</name>
    <message>
        <source>None</source>
        <translation>Nenhuma</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>Escala do RoPE</translation>
    </message>
    <message>
        <source>How rotary embeddings are stretched to longer texts than in training, without further training. It starts from the length of the run&apos;s training; the command line takes another one.</source>
        <translation>Como as codificações rotativas são esticadas para textos mais longos que os do treino, sem treino adicional. Parte do comprimento de treino da execução; a linha de comando aceita outro.</translation>
    </message>
    <message>
        <source>Factor of RoPE scaling</source>
        <translation>Fator da escala do RoPE</translation>
    </message>
    <message>
        <source>How many times longer than in training texts shall be: 8 for 4,096 tokens after 512. Larger than needed costs accuracy.</source>
        <translation>Quantas vezes mais longos que no treino os textos serão: 8 para 4.096 tokens depois de 512. Mais que o necessário custa acurácia.</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>1: method of RoPE scaling; 2: factor</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 × %2 of %3 tokens</source>
        <comment>1: method of RoPE scaling; 2: factor; 3: length of the training</comment>
        <translation>%1 × %2 de %3 tokens</translation>
    </message>
</context>
<context>
    <name>bam::views</name>
    <message>
        <source>Not paired: the outcomes of single prompts were not kept by one of the tests. Evaluate again to compare prompt by prompt.</source>
        <translation>Não pareado: os resultados de cada prompt não foram guardados por um dos testes. Avalie de novo para comparar prompt a prompt.</translation>
    </message>
    <message>
        <source>Not paired: the prompts of the official code are drawn anew for each test.</source>
        <translation>Não pareado: os prompts do código oficial são sorteados de novo a cada teste.</translation>
    </message>
    <message>
        <source>Not paired: the prompts have other seeds.</source>
        <translation>Não pareado: os prompts têm outras sementes.</translation>
    </message>
    <message>
        <source>Not paired: the prompts were made with other tokenizers.</source>
        <translation>Não pareado: os prompts foram feitos com outros tokenizadores.</translation>
    </message>
    <message>
        <source>Not paired: the prompts have other numbers of tokens.</source>
        <translation>Não pareado: os prompts têm outros números de tokens.</translation>
    </message>
    <message>
        <source>Not paired: the numbers of prompts differ.</source>
        <translation>Não pareado: os números de prompts diferem.</translation>
    </message>
    <message>
        <source>Not tested: the number of prompts is not known.</source>
        <translation>Não testado: o número de prompts não é conhecido.</translation>
    </message>
    <message>
        <source>95 % Wilson interval %1, from %2 prompts</source>
        <translation>Intervalo de Wilson de 95 % %1, de %2 prompts</translation>
    </message>
    <message>
        <source>%1 below %2, 95 % interval %3 to %4</source>
        <translation>%1 abaixo de %2, intervalo de 95 % de %3 a %4</translation>
    </message>
    <message>
        <source>Paired bootstrap over %1 prompts, 10,000 resamples: %2; exact sign test: %3</source>
        <translation>Bootstrap pareado sobre %1 prompts, 10.000 reamostragens: %2; teste exato do sinal: %3</translation>
    </message>
    <message>
        <source>Bootstrap of two proportions, %1 prompts each, 10,000 resamples: %2; Fisher&apos;s exact test: %3</source>
        <translation>Bootstrap de duas proporções, %1 prompts cada, 10.000 reamostragens: %2; teste exato de Fisher: %3</translation>
    </message>
    <message>
        <source>After Holm&apos;s correction over the lengths of this column: %1</source>
        <translation>Após a correção de Holm sobre os comprimentos desta coluna: %1</translation>
    </message>
    <message>
        <source>Significantly worse than the best (α = 0.05, both tests).</source>
        <translation>Significativamente pior que o melhor (α = 0,05, ambos os testes).</translation>
    </message>
    <message>
        <source>Not significantly worse than the best (α = 0.05): the difference may be chance.</source>
        <translation>Não significativamente pior que o melhor (α = 0,05): a diferença pode ser acaso.</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <comment>a prompt length</comment>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Validation loss, last</source>
        <translation>Perda de validação, última</translation>
    </message>
    <message>
        <source>Validation loss, best</source>
        <translation>Perda de validação, melhor</translation>
    </message>
    <message>
        <source>Perplexity on %1</source>
        <translation>Perplexidade em %1</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parâmetros</translation>
    </message>
    <message>
        <source>Tokens seen</source>
        <translation>Tokens vistos</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>Tempo de treinamento</translation>
    </message>
    <message>
        <source>Not compared: data, windows or tokenizers differ, so these are measures of different things.</source>
        <translation>Não comparado: dados, janelas ou tokenizadores diferem, portanto são medidas de coisas diferentes.</translation>
    </message>
    <message>
        <source>Share of pass-key prompts of this length whose key was found. Each column is tested against the best one; p is corrected over its lengths after Holm.</source>
        <translation>Parcela dos prompts com chave de acesso deste comprimento cuja chave foi encontrada. Cada coluna é testada contra a melhor; p é corrigido sobre os comprimentos dela segundo Holm.</translation>
    </message>
    <message>
        <source>Mean accuracy over the lengths that all columns have, each length counting alike. Tested once, so without correction.</source>
        <translation>Acurácia média sobre os comprimentos que todas as colunas têm, cada comprimento contando igualmente. Testada uma vez, portanto sem correção.</translation>
    </message>
    <message>
        <source>Cross-entropy on held-back tokens at the last validation, in nats per token. One number per run, so there is no test.</source>
        <translation>Entropia cruzada em tokens reservados na última validação, em nats por token. Um número por execução, portanto não há teste.</translation>
    </message>
    <message>
        <source>The lowest cross-entropy of all validations, in nats per token.</source>
        <translation>A menor entropia cruzada de todas as validações, em nats por token.</translation>
    </message>
    <message>
        <source>exp of the mean cross-entropy over all positions of one long forward. Windows of one text are not independent, so there is no test.</source>
        <translation>exp da entropia cruzada média sobre todas as posições de uma longa passagem direta. As janelas de um mesmo texto não são independentes, portanto não há teste.</translation>
    </message>
    <message>
        <source>All parameters of the model, embeddings among them.</source>
        <translation>Todos os parâmetros do modelo, incluindo os embeddings.</translation>
    </message>
    <message>
        <source>Steps done, times tokens per step.</source>
        <translation>Passos concluídos, vezes tokens por passo.</translation>
    </message>
    <message>
        <source>Time of training, resumed time included.</source>
        <translation>Tempo de treinamento, incluindo o tempo após retomadas.</translation>
    </message>
    <message>
        <source>p &lt; 0.001</source>
        <translation>p &lt; 0,001</translation>
    </message>
    <message>
        <source>p = %1</source>
        <translation>p = %1</translation>
    </message>
    <message>
        <source>Not tested at this length.</source>
        <translation>Não testado neste comprimento.</translation>
    </message>
    <message>
        <source>Not known.</source>
        <translation>Não conhecido.</translation>
    </message>
    <message>
        <source>The highest of this row.</source>
        <translation>O maior desta linha.</translation>
    </message>
    <message>
        <source>The lowest of this row.</source>
        <translation>O menor desta linha.</translation>
    </message>
    <message>
        <source>Seeds are taken as they are: the test speaks about prompts, not about other seeds.</source>
        <translation>As sementes são tomadas como estão: o teste fala sobre prompts, não sobre outras sementes.</translation>
    </message>
    <message>
        <source>equidistant depths</source>
        <translation>profundidades equidistantes</translation>
    </message>
    <message>
        <source>random depths</source>
        <translation>profundidades aleatórias</translation>
    </message>
    <message>
        <source>key at the beginning</source>
        <translation>chave no início</translation>
    </message>
    <message>
        <source>key at the end</source>
        <translation>chave no fim</translation>
    </message>
    <message>
        <source>%1, %2, %3 of them given</source>
        <translation>%1, %2, %3 deles dados</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Not compared: some prompts have the official code&apos;s double space before the digits, others do not.</source>
        <translation>Não comparado: alguns prompts têm o espaço duplo do código oficial antes dos dígitos, outros não.</translation>
    </message>
</context>
<context>
    <name>bam::views::AnswerPanel</name>
    <message>
        <source>Likeliest at position %1:</source>
        <translation>Mais prováveis na posição %1:</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Esperado</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Previsto</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Probabilidade</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>Sem alterações</translation>
    </message>
    <message>
        <source>What</source>
        <translation>O quê</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabeças</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Certos</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Resposta</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Executar de novo</translation>
    </message>
    <message>
        <source>Ablate the top</source>
        <translation>Ablacionar as principais</translation>
    </message>
    <message>
        <source>Ablate as many others</source>
        <translation>Ablacionar outras tantas</translation>
    </message>
    <message>
        <source>At each change</source>
        <translation>A cada alteração</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Desfazer</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Refazer</translation>
    </message>
    <message>
        <source>Restore all heads</source>
        <translation>Restaurar todas as cabeças</translation>
    </message>
    <message>
        <source>Save the answer as a figure…</source>
        <translation>Salvar a resposta como figura…</translation>
    </message>
    <message>
        <source>Save the answer as a figure</source>
        <translation>Salvar a resposta como figura</translation>
    </message>
    <message>
        <source>Answer, token by token</source>
        <translation>Resposta, token por token</translation>
    </message>
    <message>
        <source>One row per token of the answer: what was expected, what the model says, and how likely it found the expected token. Hover a row for the five likeliest.</source>
        <translation>Uma linha por token da resposta: o que era esperado, o que o modelo diz e quão provável ele achou o token esperado. Passe o mouse sobre uma linha para ver os cinco mais prováveis.</translation>
    </message>
    <message>
        <source>Changed heads</source>
        <translation>Cabeças alteradas</translation>
    </message>
    <message>
        <source>Every head as it was trained</source>
        <translation>Todas as cabeças como foram treinadas</translation>
    </message>
    <message>
        <source>What the next capture changes in the model. Right-click heads in the strip or the map to add some; the checkpoint itself stays as it is.</source>
        <translation>O que a próxima captura altera no modelo. Clique com o botão direito em cabeças na faixa ou no mapa para acrescentar algumas; o próprio checkpoint permanece como está.</translation>
    </message>
    <message>
        <source>Restores the heads selected in this list (Del)</source>
        <translation>Restaura as cabeças selecionadas nesta lista (Del)</translation>
    </message>
    <message>
        <source>Restore the selected heads</source>
        <translation>Restaurar as cabeças selecionadas</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Remover</translation>
    </message>
    <message>
        <source>Captures the shown prompt again with these changes</source>
        <translation>Captura de novo o prompt exibido com estas alterações</translation>
    </message>
    <message>
        <source>Runs the shown prompt again as soon as a head is changed or restored</source>
        <translation>Executa de novo o prompt exibido assim que uma cabeça é alterada ou restaurada</translation>
    </message>
    <message>
        <source>How many heads</source>
        <translation>Quantas cabeças</translation>
    </message>
    <message>
        <source>How many heads are ablated: they give nothing to the layers after them</source>
        <translation>Quantas cabeças são ablacionadas: elas não passam nada às camadas seguintes</translation>
    </message>
    <message>
        <source>Seed of the choice</source>
        <translation>Semente da escolha</translation>
    </message>
    <message>
        <source>Decides which other heads are taken; it counts up by itself, so that pressing again takes others</source>
        <translation>Decide quais outras cabeças são tomadas; aumenta sozinha, de modo que pressionar de novo toma outras</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>semente </translation>
    </message>
    <message>
        <source>Outcomes</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>One row per capture of this prompt: which heads were changed, how many tokens of the answer were right, and how likely the model found the expected answer (geometric mean).</source>
        <translation>Uma linha por captura deste prompt: quais cabeças foram alteradas, quantos tokens da resposta estavam certos e quão provável o modelo achou a resposta esperada (média geométrica).</translation>
    </message>
    <message>
        <source>Ablates the heads with the most mass on the needle, and runs the prompt again</source>
        <translation>Ablaciona as cabeças com mais massa na agulha e executa o prompt de novo</translation>
    </message>
    <message>
        <source>Ablates as many heads that are not among them, chosen by the seed, and runs the prompt again: the comparison that tells whether the top ones matter</source>
        <translation>Ablaciona o mesmo número de cabeças que não estão entre elas, escolhidas pela semente, e executa o prompt de novo: a comparação que diz se as principais importam</translation>
    </message>
    <message numerus="yes">
        <source>Restore %n head(s)</source>
        <translation>
            <numerusform>Restaurar %n cabeça</numerusform>
            <numerusform>Restaurar %n cabeças</numerusform>
        </translation>
    </message>
    <message>
        <source>The answer appears here after a capture.</source>
        <translation>A resposta aparece aqui após uma captura.</translation>
    </message>
    <message>
        <source>Next comes %1</source>
        <translation>A seguir vem %1</translation>
    </message>
    <message>
        <source>✓ Retrieved.</source>
        <translation>✓ Recuperada.</translation>
    </message>
    <message>
        <source>✗ Not retrieved.</source>
        <translation>✗ Não recuperada.</translation>
    </message>
    <message>
        <source>The model says %1.</source>
        <translation>O modelo diz %1.</translation>
    </message>
    <message>
        <source>The model says %1, %2 was hidden: %3 of %4 right.</source>
        <translation>O modelo diz %1; o escondido era %2: %3 de %4 certos.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
</context>
<context>
    <name>bam::views::AttendedText</name>
    <message>
        <source>Prompt, coloured by attention</source>
        <translation>Prompt, colorido pela atenção</translation>
    </message>
    <message>
        <source>Left and right choose the query, with Ctrl the key. Return opens the stretch that was left out before it.</source>
        <translation>Esquerda e direita escolhem a consulta; com Ctrl, a chave. Enter abre o trecho que foi omitido antes dela.</translation>
    </message>
    <message>
        <source>The brighter a token, the more attention the query (inverted) gives to it. Click: look from this token; Ctrl and click: choose it as key; click on a stretch that was left out: show it.</source>
        <translation>Quanto mais claro um token, mais atenção a consulta (invertida) dá a ele. Clique: olhar a partir deste token; Ctrl e clique: escolhê-lo como chave; clique em um trecho omitido: mostrá-lo.</translation>
    </message>
    <message>
        <source>The prompt appears here, coloured by attention, after a capture.</source>
        <translation>O prompt aparece aqui, colorido pela atenção, após uma captura.</translation>
    </message>
    <message numerus="yes">
        <source> … %Ln token(s) … </source>
        <translation>
            <numerusform> … %Ln token … </numerusform>
            <numerusform> … %Ln tokens … </numerusform>
        </translation>
    </message>
    <message>
        <source>Token %1 %2</source>
        <comment>1: position; 2: quoted token</comment>
        <translation>Token %1 %2</translation>
    </message>
    <message>
        <source>%1: weight %2</source>
        <translation>%1: peso %2</translation>
    </message>
    <message>
        <source>%1: not seen by this query</source>
        <translation>%1: não visto por esta consulta</translation>
    </message>
</context>
<context>
    <name>bam::views::AttentionCompare</name>
    <message>
        <source>Attention of the runs side by side</source>
        <translation>Atenção das execuções lado a lado</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Tokens of the pass-key prompt; whole filler sentences meet it and never exceed it</source>
        <translation>Tokens do prompt com chave de acesso; frases de enchimento inteiras o atingem e nunca o excedem</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> tokens</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>profundidade</translation>
    </message>
    <message>
        <source>Where the key stands: 0 % at the beginning, 100 % at the end</source>
        <translation>Onde fica a chave: 0 % no início, 100 % no fim</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>semente</translation>
    </message>
    <message>
        <source>Of the key: equal seeds give every run the same prompt</source>
        <translation>Da chave: sementes iguais dão a todas as execuções o mesmo prompt</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Examinar</translation>
    </message>
    <message>
        <source>Heads shown</source>
        <translation>Cabeças mostradas</translation>
    </message>
    <message>
        <source>Best: of each run the head with most attention on the needle. One: the same layer and head in every run. All: every head, best first.</source>
        <translation>Melhor: de cada execução, a cabeça com mais atenção na agulha. Uma: a mesma camada e cabeça em todas as execuções. Todas: cada cabeça, a melhor primeiro.</translation>
    </message>
    <message>
        <source>Best head of each run</source>
        <translation>Melhor cabeça de cada execução</translation>
    </message>
    <message>
        <source>One head in all runs</source>
        <translation>Uma cabeça em todas as execuções</translation>
    </message>
    <message>
        <source>All heads, best first</source>
        <translation>Todas as cabeças, a melhor primeiro</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>camada</translation>
    </message>
    <message>
        <source>Layer of the head, from 0</source>
        <translation>Camada da cabeça, a partir de 0</translation>
    </message>
    <message>
        <source>head</source>
        <translation>cabeça</translation>
    </message>
    <message>
        <source>Number of the head in its layer, from 0</source>
        <translation>Número da cabeça na sua camada, a partir de 0</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>Escala de cores</translation>
    </message>
    <message>
        <source>How attention becomes colour, the same for all runs: logarithmic shows small weights, linear the large ones</source>
        <translation>Como a atenção vira cor, igual para todas as execuções: a logarítmica mostra pesos pequenos; a linear, os grandes</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarítmica</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>Raiz quadrada</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Stop looking into the runs that are not done yet</source>
        <translation>Parar de examinar as execuções que ainda não terminaram</translation>
    </message>
    <message>
        <source>Run the prompt through the last checkpoint of every run and show where the answer looks</source>
        <translation>Passa o prompt pelo último checkpoint de cada execução e mostra para onde a resposta olha</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a run and how far it is</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 could not be looked into: %2</source>
        <translation>%1 não pôde ser examinada: %2</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) waiting</source>
        <translation>
            <numerusform>%n execução esperando</numerusform>
            <numerusform>%n execuções esperando</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n run(s) are looked into at once.</source>
        <translation>
            <numerusform>Apenas a primeira %n execução é examinada de uma vez.</numerusform>
            <numerusform>Apenas as primeiras %n execuções são examinadas de uma vez.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select runs in the list to see their attention side by side.</source>
        <translation>Selecione execuções na lista para ver a atenção delas lado a lado.</translation>
    </message>
    <message>
        <source>Looking into the first run…</source>
        <translation>Examinando a primeira execução…</translation>
    </message>
    <message>
        <source>“Look” runs one pass-key prompt through every run&apos;s last checkpoint and shows, side by side, which tokens its answer attends to.</source>
        <translation>“Examinar” passa um prompt com chave de acesso pelo último checkpoint de cada execução e mostra, lado a lado, a quais tokens a resposta atende.</translation>
    </message>
</context>
<context>
    <name>bam::views::CompareView</name>
    <message>
        <source>Select runs in the list to compare them: what they achieved, in what they differ, and where they look.</source>
        <translation>Selecione execuções na lista para compará-las: o que alcançaram, em que diferem e para onde olham.</translation>
    </message>
    <message>
        <source>A column for each run</source>
        <translation>Uma coluna para cada execução</translation>
    </message>
    <message>
        <source>A column for each encoding</source>
        <translation>Uma coluna para cada codificação</translation>
    </message>
    <message>
        <source>Runs one by one, or runs that are equal but for their seed as one: the mean, with the lowest and the highest around it</source>
        <translation>Execuções uma a uma, ou execuções iguais exceto pela semente como uma só: a média, com a menor e a maior em torno dela</translation>
    </message>
    <message>
        <source>What a column is</source>
        <translation>O que é uma coluna</translation>
    </message>
    <message>
        <source>Which pass-key prompts are compared: where the key stands, and how many digits it has</source>
        <translation>Quais prompts com chave de acesso são comparados: onde fica a chave e quantos dígitos ela tem</translation>
    </message>
    <message>
        <source>Pass-key prompts</source>
        <translation>Prompts com chave de acesso</translation>
    </message>
    <message>
        <source>&amp;Accuracy</source>
        <translation>&amp;Acurácia</translation>
    </message>
    <message>
        <source>&amp;Perplexity</source>
        <translation>&amp;Perplexidade</translation>
    </message>
    <message>
        <source>&amp;Loss</source>
        <translation>Per&amp;da</translation>
    </message>
    <message>
        <source>Show pass-key accuracy by prompt length</source>
        <translation>Mostrar a acurácia da chave de acesso por comprimento do prompt</translation>
    </message>
    <message>
        <source>Show perplexity by position</source>
        <translation>Mostrar a perplexidade por posição</translation>
    </message>
    <message>
        <source>Show validation loss by step</source>
        <translation>Mostrar a perda de validação por passo</translation>
    </message>
    <message>
        <source>&amp;Intervals</source>
        <translation>&amp;Intervalos</translation>
    </message>
    <message>
        <source>Show intervals beside the values of the table</source>
        <translation>Mostrar intervalos ao lado dos valores da tabela</translation>
    </message>
    <message>
        <source>Copy the table as &amp;text</source>
        <translation>Copiar a tabela como &amp;texto</translation>
    </message>
    <message>
        <source>Tab-separated values, for spreadsheets</source>
        <translation>Valores separados por tabulação, para planilhas</translation>
    </message>
    <message>
        <source>Copy the table as &amp;Markdown</source>
        <translation>Copiar a tabela como &amp;Markdown</translation>
    </message>
    <message>
        <source>For README files, issues and notes</source>
        <translation>Para arquivos README, issues e notas</translation>
    </message>
    <message>
        <source>Copy the table as La&amp;TeX</source>
        <translation>Copiar a tabela como &amp;LaTeX</translation>
    </message>
    <message>
        <source>A tabular with the rules of the package booktabs</source>
        <translation>Um tabular com as linhas do pacote booktabs</translation>
    </message>
    <message>
        <source>&amp;Save the table…</source>
        <translation>&amp;Salvar a tabela…</translation>
    </message>
    <message>
        <source>Write the open table to a .tsv, .md or .tex file</source>
        <translation>Grava a tabela aberta em um arquivo .tsv, .md ou .tex</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabela</translation>
    </message>
    <message>
        <source>Copy or save the table that is open below</source>
        <translation>Copiar ou salvar a tabela aberta abaixo</translation>
    </message>
    <message>
        <source>Save the figure of &amp;accuracy…</source>
        <translation>Salvar a figura da &amp;acurácia…</translation>
    </message>
    <message>
        <source>Save the figure of &amp;perplexity…</source>
        <translation>Salvar a figura da &amp;perplexidade…</translation>
    </message>
    <message>
        <source>Save the figure of &amp;loss…</source>
        <translation>Salvar a figura da per&amp;da…</translation>
    </message>
    <message>
        <source>Save the figure of atte&amp;ntion…</source>
        <translation>Salvar a figura da ate&amp;nção…</translation>
    </message>
    <message>
        <source>As PDF, SVG, PNG or pgfplots, as large as a column of a paper</source>
        <translation>Como PDF, SVG, PNG ou pgfplots, do tamanho de uma coluna de um artigo</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Figura</translation>
    </message>
    <message>
        <source>Save what is drawn as a figure for a paper</source>
        <translation>Salvar o que está desenhado como figura para um artigo</translation>
    </message>
    <message>
        <source>Pass-key accuracy by prompt length</source>
        <translation>Acurácia da chave de acesso por comprimento do prompt</translation>
    </message>
    <message>
        <source>Perplexity by position</source>
        <translation>Perplexidade por posição</translation>
    </message>
    <message>
        <source>Validation loss by step</source>
        <translation>Perda de validação por passo</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Resultados</translation>
    </message>
    <message>
        <source>Parameters that differ</source>
        <translation>Parâmetros que diferem</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Diferenças</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atenção</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1, execução %2</translation>
    </message>
    <message>
        <source>Select a second run to see in what the two differ.</source>
        <translation>Selecione uma segunda execução para ver em que as duas diferem.</translation>
    </message>
    <message>
        <source>Model, training and data are the same, as far as the files tell.</source>
        <translation>Modelo, treinamento e dados são os mesmos, até onde os arquivos informam.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lendo…</translation>
    </message>
    <message>
        <source>no pass-key results</source>
        <translation>sem resultados da chave de acesso</translation>
    </message>
    <message numerus="yes">
        <source>%n more note(s) of this kind.</source>
        <translation>
            <numerusform>Mais %n nota deste tipo.</numerusform>
            <numerusform>Mais %n notas deste tipo.</numerusform>
        </translation>
    </message>
    <message>
        <source>None of these runs has perplexity by position. Evaluate them with a text to measure it on.</source>
        <translation>Nenhuma destas execuções tem perplexidade por posição. Avalie-as com um texto para medi-la.</translation>
    </message>
    <message>
        <source>None of these runs was tested with pass keys. Evaluate them first.</source>
        <translation>Nenhuma destas execuções foi testada com chaves de acesso. Avalie-as primeiro.</translation>
    </message>
</context>
<context>
    <name>bam::views::CurveLegend</name>
    <message>
        <source>Curves</source>
        <translation>Curvas</translation>
    </message>
    <message>
        <source>Click: hide or show. Double click: only this one.</source>
        <translation>Clique: ocultar ou mostrar. Clique duplo: somente esta.</translation>
    </message>
    <message numerus="yes">
        <source>%1: mean of %n runs of one seed</source>
        <translation>
            <numerusform>%1: média de %n execução de uma semente</numerusform>
            <numerusform>%1: média de %n execuções de uma semente</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean and range of %n seeds in %2 runs</source>
        <translation>
            <numerusform>%1: média e faixa de %n semente em %2 execuções</numerusform>
            <numerusform>%1: média e faixa de %n sementes em %2 execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean ± SD of %n seeds in %2 runs</source>
        <translation>
            <numerusform>%1: média ± DP de %n semente em %2 execuções</numerusform>
            <numerusform>%1: média ± DP de %n sementes em %2 execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean and range of %n seeds</source>
        <translation>
            <numerusform>%1: média e faixa de %n semente</numerusform>
            <numerusform>%1: média e faixa de %n sementes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: mean ± SD of %n seeds</source>
        <translation>
            <numerusform>%1: média ± DP de %n semente</numerusform>
            <numerusform>%1: média ± DP de %n sementes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurveLegendModel</name>
    <message>
        <source>%1, hidden</source>
        <translation>%1, oculta</translation>
    </message>
</context>
<context>
    <name>bam::views::CurvePlot</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>e mais %n</numerusform>
            <numerusform>e mais %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::CurveReadout</name>
    <message numerus="yes">
        <source>%n more above or below</source>
        <translation>
            <numerusform>mais %n acima ou abaixo</numerusform>
            <numerusform>mais %n acima ou abaixo</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (step %2)</source>
        <translation>%1 (passo %2)</translation>
    </message>
</context>
<context>
    <name>bam::views::DatasetBuilder</name>
    <message>
        <source>Build a dataset</source>
        <translation>Criar um conjunto de dados</translation>
    </message>
    <message>
        <source>First documents</source>
        <translation>Primeiros documentos</translation>
    </message>
    <message>
        <source>&amp;Build</source>
        <translation>&amp;Criar</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Textos</translation>
    </message>
    <message>
        <source>Files or folders of .txt, .jsonl (also .gz and .zst) and .parquet. Drop them here.</source>
        <translation>Arquivos ou pastas de .txt, .jsonl (também .gz e .zst) e .parquet. Solte-os aqui.</translation>
    </message>
    <message>
        <source>Files and folders to read</source>
        <translation>Arquivos e pastas a ler</translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation>Adicionar ar&amp;quivos…</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation>Adicionar p&amp;asta…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Remover</translation>
    </message>
    <message>
        <source>Key of JSONL rows or column of Parquet files that holds the text</source>
        <translation>Chave das linhas JSONL ou coluna dos arquivos Parquet que contém o texto</translation>
    </message>
    <message>
        <source>each line of a .txt file</source>
        <translation>cada linha de um arquivo .txt</translation>
    </message>
    <message>
        <source>each .txt file as a whole</source>
        <translation>cada arquivo .txt inteiro</translation>
    </message>
    <message>
        <source>begins with BOS</source>
        <translation>começa com BOS</translation>
    </message>
    <message>
        <source>ends with EOS</source>
        <translation>termina com EOS</translation>
    </message>
    <message>
        <source>&amp;Column</source>
        <translation>C&amp;oluna</translation>
    </message>
    <message>
        <source>A &amp;document is</source>
        <translation>Um &amp;documento é</translation>
    </message>
    <message>
        <source>and</source>
        <translation>e</translation>
    </message>
    <message>
        <source>Add texts</source>
        <translation>Adicionar textos</translation>
    </message>
    <message>
        <source>Texts (*.txt *.jsonl *.jsonl.gz *.jsonl.zst *.txt.gz *.txt.zst *.parquet);;All files (*)</source>
        <translation>Textos (*.txt *.jsonl *.jsonl.gz *.jsonl.zst *.txt.gz *.txt.zst *.parquet);;Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Add a folder of texts</source>
        <translation>Adicionar uma pasta de textos</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizador</translation>
    </message>
    <message>
        <source>a .model file</source>
        <translation>um arquivo .model</translation>
    </message>
    <message>
        <source>train a new one</source>
        <translation>treinar um novo</translation>
    </message>
    <message>
        <source>sentencepiece models (*.model *.model.*);;All files (*)</source>
        <translation>Modelos sentencepiece (*.model *.model.*);;Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>Size of the vocabulary: small ones suit small models; the paper uses 32,768</source>
        <translation>Tamanho do vocabulário: os pequenos são adequados a modelos pequenos; o artigo usa 32.768</translation>
    </message>
    <message>
        <source>every digit is a piece of its own</source>
        <translation>cada dígito é uma peça própria</translation>
    </message>
    <message>
        <source>The pass-key test needs it</source>
        <translation>O teste da chave de acesso precisa disso</translation>
    </message>
    <message>
        <source>add the pass-key sentences</source>
        <translation>adicionar as frases da chave de acesso</translation>
    </message>
    <message>
        <source>Small vocabularies then spell the test&apos;s prompts in few pieces</source>
        <translation>Vocabulários pequenos passam a escrever os prompts do teste em poucas peças</translation>
    </message>
    <message>
        <source>sentencepiece models (*.model)</source>
        <translation>Modelos sentencepiece (*.model)</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Usar</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modelo</translation>
    </message>
    <message>
        <source>&amp;Pieces</source>
        <translation>&amp;Peças</translation>
    </message>
    <message>
        <source>Trained on</source>
        <translation>Treinado em</translation>
    </message>
    <message>
        <source>Written to</source>
        <translation>Gravado em</translation>
    </message>
    <message>
        <source>Shards</source>
        <translation>Shards</translation>
    </message>
    <message>
        <source>A new or empty folder; this is the dataset to choose in the set-up</source>
        <translation>Uma pasta nova ou vazia; este é o conjunto de dados a escolher na configuração</translation>
    </message>
    <message>
        <source>Fo&amp;lder</source>
        <translation>Pas&amp;ta</translation>
    </message>
    <message>
        <source>Add files or folders of text.</source>
        <translation>Adicione arquivos ou pastas de texto.</translation>
    </message>
    <message>
        <source>Name the column that holds the text.</source>
        <translation>Indique a coluna que contém o texto.</translation>
    </message>
    <message>
        <source>Say where the new tokenizer is to be written.</source>
        <translation>Indique onde o novo tokenizador deve ser gravado.</translation>
    </message>
    <message>
        <source>Choose a tokenizer.</source>
        <translation>Escolha um tokenizador.</translation>
    </message>
    <message>
        <source>Choose a folder for the shards.</source>
        <translation>Escolha uma pasta para os shards.</translation>
    </message>
    <message>
        <source>Starts as a job in the queue; the window stays free</source>
        <translation>Inicia como uma tarefa na fila; a janela continua livre</translation>
    </message>
    <message>
        <source>The first documents and where the tokenizer cuts them appear here as soon as there are texts.</source>
        <translation>Os primeiros documentos e onde o tokenizador os corta aparecem aqui assim que houver textos.</translation>
    </message>
    <message>
        <source>the texts above</source>
        <translation>os textos acima</translation>
    </message>
</context>
<context>
    <name>bam::views::DecompositionMaps</name>
    <message>
        <source>%1: %2</source>
        <comment>name of a map, value</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>não finito</translation>
    </message>
    <message>
        <source>λ and ln Z by query</source>
        <translation>λ e ln Z por consulta</translation>
    </message>
    <message>
        <source>λ: %1, ln Z: %2</source>
        <translation>λ: %1, ln Z: %2</translation>
    </message>
    <message>
        <source>Point at a pair to read its factors. A click takes its query apart.</source>
        <translation>Aponte para um par para ler os seus fatores. Um clique decompõe a sua consulta.</translation>
    </message>
    <message>
        <source>Query %1, key %2, distance %3</source>
        <translation>Consulta %1, chave %2, distância %3</translation>
    </message>
    <message>
        <source>%1: “%2” → “%3”</source>
        <comment>place, query token, key token</comment>
        <translation>%1: “%2” → “%3”</translation>
    </message>
</context>
<context>
    <name>bam::views::DecompositionView</name>
    <message>
        <source>Content score q·k/√d</source>
        <translation>Escore de conteúdo q·k/√d</translation>
    </message>
    <message>
        <source>Prior term p·b(δ)</source>
        <translation>Termo do prior p·b(δ)</translation>
    </message>
    <message>
        <source>Content probability</source>
        <translation>Probabilidade do conteúdo</translation>
    </message>
    <message>
        <source>Position probability</source>
        <translation>Probabilidade da posição</translation>
    </message>
    <message>
        <source>Joint attention</source>
        <translation>Atenção conjunta</translation>
    </message>
    <message>
        <source>Content score</source>
        <translation>Escore do conteúdo</translation>
    </message>
    <message>
        <source>Prior term</source>
        <translation>Termo do prior</translation>
    </message>
    <message>
        <source>Content</source>
        <translation>Conteúdo</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Posição</translation>
    </message>
    <message>
        <source>Joint</source>
        <translation>Conjunta</translation>
    </message>
    <message>
        <source>Scaled content λ·q·k/√d</source>
        <translation>Conteúdo escalado λ·q·k/√d</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Probabilidade</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Escore</translation>
    </message>
    <message>
        <source>Log bias</source>
        <translation>Log do viés</translation>
    </message>
    <message>
        <source>%1, Z = %2</source>
        <translation>%1, Z = %2</translation>
    </message>
    <message numerus="yes">
        <source>%n keys have values that are not finite</source>
        <translation>
            <numerusform>%n chave tem valores não finitos</numerusform>
            <numerusform>%n chaves têm valores não finitos</numerusform>
        </translation>
    </message>
    <message>
        <source>Joint = content × prior × Z holds: largest deviation %1</source>
        <translation>Vale conjunta = conteúdo × prior × Z: maior desvio %1</translation>
    </message>
    <message>
        <source>Joint = content × prior × Z does not hold: deviation %1 at key %2</source>
        <translation>Não vale conjunta = conteúdo × prior × Z: desvio %1 na chave %2</translation>
    </message>
    <message>
        <source>Distance to the key (tokens)</source>
        <translation>Distância até a chave (tokens)</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
    <message>
        <source>One query</source>
        <translation>Uma consulta</translation>
    </message>
    <message>
        <source>Whole head</source>
        <translation>Cabeça inteira</translation>
    </message>
    <message>
        <source>The factors of one query&apos;s attention, as curves over the keys</source>
        <translation>Os fatores da atenção de uma consulta, como curvas sobre as chaves</translation>
    </message>
    <message>
        <source>The factors of all queries&apos; attention, as maps that move together</source>
        <translation>Os fatores da atenção de todas as consultas, como mapas que se movem juntos</translation>
    </message>
    <message>
        <source>&amp;Query</source>
        <translation>&amp;Consulta</translation>
    </message>
    <message>
        <source>Position of the query</source>
        <translation>Posição da consulta</translation>
    </message>
    <message>
        <source>The query that is taken apart: its position in the prompt. A click into a matrix chooses one too</source>
        <translation>A consulta que é decomposta: sua posição no prompt. Um clique em uma matriz também escolhe uma</translation>
    </message>
    <message>
        <source>Log distance</source>
        <translation>Log da distância</translation>
    </message>
    <message>
        <source>Draw over the distance from query to key, logarithmic: what a prior depends on. Off: over key positions</source>
        <translation>Desenhar sobre a distância da consulta à chave, em escala logarítmica: é dela que um prior depende. Desligado: sobre as posições das chaves</translation>
    </message>
    <message>
        <source>Log probability</source>
        <translation>Log da probabilidade</translation>
    </message>
    <message>
        <source>Logarithmic axis of probabilities: small ones stay visible, and products become sums</source>
        <translation>Eixo logarítmico das probabilidades: as pequenas continuam visíveis, e produtos viram somas</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>Salvar figura…</translation>
    </message>
    <message>
        <source>Save the curves in view as PDF, SVG, PNG or for TeX</source>
        <translation>Salvar as curvas visíveis como PDF, SVG, PNG ou para TeX</translation>
    </message>
    <message>
        <source>Factors of the query&apos;s attention over the keys</source>
        <translation>Fatores da atenção da consulta sobre as chaves</translation>
    </message>
    <message>
        <source>No query is taken apart. Click a cell of the matrix, or type a position above.</source>
        <translation>Nenhuma consulta está decomposta. Clique em uma célula da matriz ou digite uma posição acima.</translation>
    </message>
    <message>
        <source>The factors of this head are not computed yet.</source>
        <translation>Os fatores desta cabeça ainda não foram calculados.</translation>
    </message>
    <message>
        <source>Computing the factors of this head…</source>
        <translation>Calculando os fatores desta cabeça…</translation>
    </message>
    <message>
        <source>No head is chosen.</source>
        <translation>Nenhuma cabeça está escolhida.</translation>
    </message>
    <message>
        <source>The factors of this head could not be computed.</source>
        <translation>Não foi possível calcular os fatores desta cabeça.</translation>
    </message>
    <message>
        <source>%1, query %2</source>
        <comment>head, position</comment>
        <translation>%1, consulta %2</translation>
    </message>
    <message>
        <source>λ = 1 (no SSMax)</source>
        <translation>λ = 1 (sem SSMax)</translation>
    </message>
    <message>
        <source>λ = s·ln n = %1 (s = %2, n = %3)</source>
        <translation>λ = s·ln n = %1 (s = %2, n = %3)</translation>
    </message>
    <message>
        <source>%1, ln Z = %2</source>
        <translation>%1, ln Z = %2</translation>
    </message>
    <message>
        <source>Scalable-Softmax multiplies content scores by λ = s·ln n. n is the number of keys that the query sees: its position + 1. s is a number of the head, learned in training. The more keys a plain softmax has, the less it leaves for the best one; a factor that grows with ln n makes up for that. Without SSMax λ is 1.
Z = 1 / Σ content × position makes the product of the two probabilities sum to 1.</source>
        <translation>O Scalable-Softmax multiplica os escores de conteúdo por λ = s·ln n. n é o número de chaves que a consulta vê: sua posição + 1. s é um número da cabeça, aprendido no treino. Quanto mais chaves um softmax comum tem, menos deixa para a melhor; um fator que cresce com ln n compensa isso. Sem SSMax, λ é 1.
Z = 1 / Σ conteúdo × posição faz o produto das duas probabilidades somar 1.</translation>
    </message>
</context>
<context>
    <name>bam::views::DevicePicker</name>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n cores, %1 free</source>
        <translation>
            <numerusform>CPU, %n núcleo, %1 livres</numerusform>
            <numerusform>CPU, %n núcleos, %1 livres</numerusform>
        </translation>
    </message>
    <message>
        <source>CPU, %1 free</source>
        <translation>CPU, %1 livres</translation>
    </message>
    <message>
        <source>%1: %2, %3 free, busy</source>
        <translation>%1: %2, %3 livres, ocupado</translation>
    </message>
    <message>
        <source>%1: %2, %3 free</source>
        <translation>%1: %2, %3 livres</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>Automático: %1</translation>
    </message>
    <message>
        <source>cuda: the first GPU</source>
        <translation>cuda: a primeira GPU</translation>
    </message>
    <message>
        <source>%1: not here</source>
        <translation>%1: não disponível aqui</translation>
    </message>
    <message>
        <source>Where the run trains. Automatic takes the first GPU, else the CPU; queued runs wait for their device.</source>
        <translation>Onde a execução treina. Automático usa a primeira GPU ou, se não houver, a CPU; execuções na fila esperam pelo seu dispositivo.</translation>
    </message>
</context>
<context>
    <name>bam::views::EstimatePanel</name>
    <message>
        <source>Memory</source>
        <translation>Memória</translation>
    </message>
    <message>
        <source>Weights, gradients, moments and the activations of one forward pass, against what the device has free now</source>
        <translation>Pesos, gradientes, momentos e ativações de uma passagem direta, comparados com o que o dispositivo tem livre agora</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>From the operations per second of an earlier run on the same device</source>
        <translation>A partir das operações por segundo de uma execução anterior no mesmo dispositivo</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parâmetros</translation>
    </message>
    <message>
        <source>Trained and fixed numbers of the model</source>
        <translation>Números treinados e fixos do modelo</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Passos</translation>
    </message>
    <message>
        <source>Optimiser steps and the tokens of each</source>
        <translation>Passos do otimizador e os tokens de cada um</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens seen in the whole run</source>
        <translation>Tokens vistos em toda a execução</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operações</translation>
    </message>
    <message>
        <source>Floating-point operations of matrix products, forward and backward</source>
        <translation>Operações de ponto flutuante dos produtos de matrizes, passagens direta e reversa</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>Checkpoints</translation>
    </message>
    <message>
        <source>Space on disk: model and optimiser of each checkpoint that is kept</source>
        <translation>Espaço em disco: modelo e otimizador de cada checkpoint mantido</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mais</translation>
    </message>
    <message>
        <source>Steps, tokens, operations and space on disk</source>
        <translation>Passos, tokens, operações e espaço em disco</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>cerca de %1</translation>
    </message>
    <message>
        <source>about %1 of %2 free on %3</source>
        <translation>cerca de %1 de %2 livres em %3</translation>
    </message>
    <message>
        <source>about %1, but only %2 are free on %3. It would fit with a smaller batch.</source>
        <translation>cerca de %1, mas só há %2 livres em %3. Caberia com um lote menor.</translation>
    </message>
    <message>
        <source>about %1, but only %2 are free on %3. Choose a smaller model or another device.</source>
        <translation>cerca de %1, mas só há %2 livres em %3. Escolha um modelo menor ou outro dispositivo.</translation>
    </message>
    <message>
        <source>Use batch size %1</source>
        <translation>Usar tamanho de lote %1</translation>
    </message>
    <message>
        <source>%1 (%2 without embeddings, %3 in the prior)</source>
        <translation>%1 (%2 sem embeddings, %3 no prior)</translation>
    </message>
    <message>
        <source>%1 (%2 without embeddings)</source>
        <translation>%1 (%2 sem embeddings)</translation>
    </message>
    <message>
        <source>until the data ends</source>
        <translation>até o fim dos dados</translation>
    </message>
    <message>
        <source>%1, each of %2 tokens in %3 forward passes</source>
        <translation>%1, cada um com %2 tokens em %3 passagens diretas</translation>
    </message>
    <message>
        <source>%1, each of %2 tokens in one forward pass</source>
        <translation>%1, cada um com %2 tokens em uma passagem direta</translation>
    </message>
    <message>
        <source>%1FLOP per step</source>
        <translation>%1FLOP por passo</translation>
    </message>
    <message>
        <source>%1FLOP per step, %2FLOP in all</source>
        <translation>%1FLOP por passo, %2FLOP no total</translation>
    </message>
    <message numerus="yes">
        <source>%1 each, %2 for the last %n kept</source>
        <translation>
            <numerusform>%1 cada, %2 para o último %n mantido</numerusform>
            <numerusform>%1 cada, %2 para os últimos %n mantidos</numerusform>
        </translation>
    </message>
    <message>
        <source>no measurement on this device yet: run 20 steps first</source>
        <translation>ainda sem medição neste dispositivo: execute 20 passos primeiro</translation>
    </message>
    <message>
        <source>%1 tokens per second, measured on %2</source>
        <translation>%1 tokens por segundo, medidos em %2</translation>
    </message>
    <message>
        <source>The data end at step %1 of %2. Use more data, or ask for fewer steps.</source>
        <translation>Os dados acabam no passo %1 de %2. Use mais dados ou peça menos passos.</translation>
    </message>
    <message>
        <source>about %1 at %2 tokens per second, measured on %3</source>
        <translation>cerca de %1 a %2 tokens por segundo, medidos em %3</translation>
    </message>
    <message numerus="yes">
        <source>From the %n latest run(s) of about this size on %1: %2 was the fastest. Other work at the same time only slows a run down.</source>
        <translation>
            <numerusform>Da %n execução mais recente de tamanho parecido em %1: %2 foi a mais rápida. Outro trabalho ao mesmo tempo só torna uma execução mais lenta.</numerusform>
            <numerusform>Das %n execuções mais recentes de tamanho parecido em %1: %2 foi a mais rápida. Outro trabalho ao mesmo tempo só torna uma execução mais lenta.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 All of them had to share the device with other runs, so alone it may be faster.</source>
        <translation>%1 Todas tiveram de dividir o dispositivo com outras execuções; sozinha, pode ser mais rápida.</translation>
    </message>
    <message>
        <source>%1 Runs that shared the device with others are left out.</source>
        <translation>%1 Execuções que dividiram o dispositivo com outras ficam de fora.</translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluateDialog</name>
    <message>
        <source>Evaluate</source>
        <translation>Avaliar</translation>
    </message>
    <message>
        <source>&amp;More settings</source>
        <translation>&amp;Mais opções</translation>
    </message>
    <message>
        <source>the settings of the run</source>
        <translation>a configuração da execução</translation>
    </message>
    <message>
        <source>The values marked above cannot be used yet.</source>
        <translation>Os valores marcados acima ainda não podem ser usados.</translation>
    </message>
    <message>
        <source>Perplexity is measured in one forward over %1 tokens; their keys and values take %2.</source>
        <translation>A perplexidade é medida em uma passagem direta sobre %1 tokens; suas chaves e valores ocupam %2.</translation>
    </message>
    <message>
        <source>Evaluation of %1</source>
        <translation>Avaliação de %1</translation>
    </message>
    <message numerus="yes">
        <source>Evaluation of %n run(s), one after the other on each device</source>
        <translation>
            <numerusform>Avaliação de %n execução, uma após a outra em cada dispositivo</numerusform>
            <numerusform>Avaliação de %n execuções, uma após a outra em cada dispositivo</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Evaluate</source>
        <translation>&amp;Avaliar</translation>
    </message>
    <message>
        <source>Pass key</source>
        <translation>Chave de acesso</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexidade</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Múltipla escolha</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Como</translation>
    </message>
    <message>
        <source>Tick what is to be measured.</source>
        <translation>Marque o que deve ser medido.</translation>
    </message>
    <message>
        <source>Choose the text on which perplexity is measured.</source>
        <translation>Escolha o texto em que a perplexidade é medida.</translation>
    </message>
    <message>
        <source>Name the questions: mmlu=FOLDER, arc=FILE, or a template.</source>
        <translation>Indique as perguntas: mmlu=PASTA, arc=ARQUIVO ou um modelo.</translation>
    </message>
    <message>
        <source>Pass key: %1 prompts for each run. The longest has %2 tokens; its keys and values take %3.</source>
        <translation>Chave de acesso: %1 prompts para cada execução. O mais longo tem %2 tokens; suas chaves e valores ocupam %3.</translation>
    </message>
    <message>
        <source>Sliding perplexity: windows of %1 tokens, moved by %2.</source>
        <translation>Perplexidade deslizante: janelas de %1 tokens, movidas de %2 em %2.</translation>
    </message>
    <message>
        <source>RULER: %1 prompts, each with an answer that the model writes.</source>
        <translation>RULER: %1 prompts, cada um com uma resposta que o modelo escreve.</translation>
    </message>
    <message numerus="yes">
        <source>Multiple choice: %n task(s).</source>
        <translation>
            <numerusform>Múltipla escolha: %n tarefa.</numerusform>
            <numerusform>Múltipla escolha: %n tarefas.</numerusform>
        </translation>
    </message>
    <message>
        <source>What is known already is not asked again; results of other checkpoints make way for these.</source>
        <translation>O que já se sabe não é perguntado de novo; resultados de outros checkpoints dão lugar a estes.</translation>
    </message>
    <message>
        <source>RULER&apos;s task %1 hides its needles in essays: choose a text or a folder of texts under Essays, or leave such tasks out.</source>
        <translation>A tarefa %1 do RULER esconde suas agulhas em ensaios: escolha um texto ou uma pasta de textos em Ensaios, ou deixe essas tarefas de fora.</translation>
    </message>
    <message>
        <source>RoPE scaling changes nothing here: no run that is selected rotates queries and keys. Set it to none.</source>
        <translation>A escala do RoPE não muda nada aqui: nenhuma execução selecionada gira consultas e chaves. Ponha none.</translation>
    </message>
    <message>
        <source>RoPE is scaled in %1 of %2 runs; the others do not rotate queries and keys and are evaluated without scaling.</source>
        <translation>O RoPE é escalado em %1 de %2 execuções; as outras não giram consultas e chaves e são avaliadas sem escala.</translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluationModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1, faltam %2</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <translation>%1 [%2; %3]</translation>
    </message>
    <message>
        <source>This run was not measured by this.</source>
        <translation>Esta execução não foi medida com isto.</translation>
    </message>
    <message>
        <source>In brackets the 95 % interval.</source>
        <translation>Entre colchetes o intervalo de 95 %.</translation>
    </message>
    <message>
        <source>Made of %1 samples.</source>
        <translation>Feito de %1 amostras.</translation>
    </message>
    <message>
        <source>Checkpoint: %1</source>
        <translation>Checkpoint: %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>The runs selected in the list</source>
        <translation>As execuções selecionadas na lista</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Agora</translation>
    </message>
    <message>
        <source>What is being measured, or waits for it</source>
        <translation>O que está sendo medido, ou espera por isso</translation>
    </message>
    <message>
        <source>None is marked as the best, because the runs were not asked the same.</source>
        <translation>Nenhuma é marcada como a melhor, porque as execuções não responderam às mesmas questões.</translation>
    </message>
    <message>
        <source>None is marked as the best, because the runs share no length.</source>
        <translation>Nenhuma é marcada como a melhor, porque as execuções não têm comprimentos em comum.</translation>
    </message>
    <message>
        <source>None is marked as the best, because the runs were measured at different lengths. The mean over the lengths that all have (%1): %2.</source>
        <translation>Nenhuma é marcada como a melhor, porque as execuções foram medidas em comprimentos diferentes. A média dos comprimentos que todas têm (%1): %2.</translation>
    </message>
    <message>
        <source>Bits per byte</source>
        <translation>Bits por byte</translation>
    </message>
</context>
<context>
    <name>bam::views::EvaluationsView</name>
    <message>
        <source>Evaluations of the selected runs</source>
        <translation>Avaliações das execuções selecionadas</translation>
    </message>
    <message>
        <source>&amp;Evaluate…</source>
        <translation>&amp;Avaliar…</translation>
    </message>
    <message>
        <source>Measures the rows that are selected, or all: pass key, perplexity, RULER, multiple choice</source>
        <translation>Mede as linhas selecionadas, ou todas: chave de acesso, perplexidade, RULER, múltipla escolha</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>Ends the evaluations of the rows that are selected, or all; answers so far are kept</source>
        <translation>Encerra as avaliações das linhas selecionadas, ou de todas; as respostas até agora são mantidas</translation>
    </message>
    <message>
        <source>Save &amp;figure…</source>
        <translation>Salvar &amp;figura…</translation>
    </message>
    <message>
        <source>The plot as PDF, SVG, PNG, or TeX</source>
        <translation>O gráfico como PDF, SVG, PNG ou TeX</translation>
    </message>
    <message>
        <source>Plot of the chosen evaluation</source>
        <translation>Gráfico da avaliação escolhida</translation>
    </message>
    <message>
        <source>Choose a column to see its curve: accuracy by length, perplexity by position.</source>
        <translation>Escolha uma coluna para ver sua curva: acurácia por comprimento, perplexidade por posição.</translation>
    </message>
    <message>
        <source>Select runs in the list to see what was measured of them, and to measure more.</source>
        <translation>Selecione execuções na lista para ver o que foi medido delas e medir mais.</translation>
    </message>
    <message>
        <source>&amp;Depth map</source>
        <translation>Mapa de &amp;profundidade</translation>
    </message>
    <message>
        <source>Of a pass key: where in the prompt the key is found, by the prompt&apos;s length, in place of the curve</source>
        <translation>De uma chave: em que ponto do prompt ela é encontrada, por comprimento do prompt, em vez da curva</translation>
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
        <translation>&amp;Desfazer alteração do prior</translation>
    </message>
    <message>
        <source>Take the last change of the prior back</source>
        <translation>Desfaz a última alteração do prior</translation>
    </message>
    <message>
        <source>&amp;Redo change of the prior</source>
        <translation>&amp;Refazer alteração do prior</translation>
    </message>
    <message>
        <source>Do again what was taken back</source>
        <translation>Refaz o que foi desfeito</translation>
    </message>
    <message>
        <source>log δ</source>
        <translation>log δ</translation>
    </message>
    <message>
        <source>Distances on a logarithmic axis, with a place of its own for 0</source>
        <translation>Distâncias em um eixo logarítmico, com um lugar próprio para 0</translation>
    </message>
    <message>
        <source>log p</source>
        <translation>log p</translation>
    </message>
    <message>
        <source>Probabilities on a logarithmic axis, to see tails</source>
        <translation>Probabilidades em um eixo logarítmico, para ver as caudas</translation>
    </message>
    <message>
        <source>Keep to compare</source>
        <translation>Manter para comparar</translation>
    </message>
    <message>
        <source>Keep this prior as a dashed line, and change on</source>
        <translation>Manter este prior como linha tracejada e continuar alterando</translation>
    </message>
    <message>
        <source>Drop comparison</source>
        <translation>Descartar comparação</translation>
    </message>
    <message>
        <source>Take the dashed line away</source>
        <translation>Remover a linha tracejada</translation>
    </message>
    <message>
        <source>Try in model</source>
        <translation>Testar no modelo</translation>
    </message>
    <message>
        <source>Give this prior to the head it was loaded from, and see what the model answers then. The checkpoint stays as it is.</source>
        <translation>Dar este prior à cabeça da qual foi carregado e ver o que o modelo responde então. O checkpoint fica como está.</translation>
    </message>
    <message>
        <source>Kept: θα %1, θβ %2</source>
        <translation>Mantido: θα %1, θβ %2</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>Predefinições</translation>
    </message>
    <message>
        <source>&amp;ALiBi: slope of a head</source>
        <translation>&amp;ALiBi: inclinação de uma cabeça</translation>
    </message>
    <message>
        <source>Head %1 of %2: slope %3</source>
        <translation>Cabeça %1 de %2: inclinação %3</translation>
    </message>
    <message>
        <source>Known priors, and those that heads of the shown runs have learned</source>
        <translation>Priors conhecidos e os que as cabeças das execuções mostradas aprenderam</translation>
    </message>
    <message>
        <source>The bias that is added to the score of a key δ tokens before the query; ε = 0.00001. Its numbers are those of the controls.</source>
        <translation>O viés que é somado ao escore de uma chave δ tokens antes da consulta; ε = 0,00001. Seus números são os dos controles.</translation>
    </message>
    <message>
        <source>Equation of the bias</source>
        <translation>Equação do viés</translation>
    </message>
    <message>
        <source>This prior gives no probabilities: a parameter is too large.</source>
        <translation>Este prior não fornece probabilidades: um parâmetro é grande demais.</translation>
    </message>
    <message>
        <source>From %1.</source>
        <translation>De %1.</translation>
    </message>
    <message>
        <source>Kept: r1 %1, r2 %2</source>
        <translation>Mantido: r1 %1, r2 %2</translation>
    </message>
    <message>
        <source>Kept: c %1, w %2</source>
        <translation>Mantido: c %1, w %2</translation>
    </message>
    <message>
        <source>&amp;Sandwich: ratio of a head</source>
        <translation>&amp;Sandwich: razão de uma cabeça</translation>
    </message>
    <message>
        <source>Head %1 of %2: ratio %3</source>
        <translation>Cabeça %1 de %2: razão %3</translation>
    </message>
</context>
<context>
    <name>bam::views::FieldRow</name>
    <message>
        <source>Back to %1, as in %2</source>
        <translation>Voltar a %1 (origem: %2)</translation>
    </message>
</context>
<context>
    <name>bam::views::FilmView</name>
    <message>
        <source>&amp;Run:</source>
        <translation>&amp;Execução:</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>Whose training is shown: one of the runs that are selected in the list</source>
        <translation>De quem é o treino mostrado: uma das execuções selecionadas na lista</translation>
    </message>
    <message>
        <source>Capture &amp;now</source>
        <translation>Capturar &amp;agora</translation>
    </message>
    <message>
        <source>%1: %2 of its attention on the needle at step %3</source>
        <comment>1: head; 2: percentage</comment>
        <translation>%1: %2 da sua atenção na agulha no passo %3</translation>
    </message>
    <message>
        <source>What the model answers at this step, token by token, with the probability that it gives to the expected one. A digit is found when it is the likeliest.</source>
        <translation>O que o modelo responde neste passo, token por token, com a probabilidade que dá ao esperado. Um dígito é encontrado quando é o mais provável.</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Por camada</translation>
    </message>
    <message>
        <source>By last mass on the needle</source>
        <translation>Pela última massa na agulha</translation>
    </message>
    <message>
        <source>By last θβ</source>
        <translation>Pelo último θβ</translation>
    </message>
    <message>
        <source>Order of heads</source>
        <translation>Ordem das cabeças</translation>
    </message>
    <message>
        <source>How the heads are sorted; by the last step, so that a head keeps its row through the film</source>
        <translation>Como as cabeças são ordenadas; pelo último passo, para que uma cabeça mantenha sua linha no filme</translation>
    </message>
    <message>
        <source>Save the strip as a figure…</source>
        <translation>Salvar a faixa como figura…</translation>
    </message>
    <message>
        <source>Retrieval strip</source>
        <translation>Faixa de recuperação</translation>
    </message>
    <message>
        <source>Save the curves as a figure…</source>
        <translation>Salvar as curvas como figura…</translation>
    </message>
    <message>
        <source>Mass on the needle, head by head</source>
        <translation>Massa na agulha, cabeça por cabeça</translation>
    </message>
    <message>
        <source>Share of the answer&apos;s attention that each head puts on the needle. A line that leaves the bottom is a retrieval head being born. Click or drag: go to that step.</source>
        <translation>Parte da atenção da resposta que cada cabeça põe na agulha. Uma linha que deixa o fundo é uma cabeça de recuperação nascendo. Clique ou arraste: ir para esse passo.</translation>
    </message>
    <message numerus="yes">
        <source>%n frame(s) of the film cannot be read: %1</source>
        <translation>
            <numerusform>%n quadro do filme não pode ser lido: %1</numerusform>
            <numerusform>%n quadros do filme não podem ser lidos: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The others are shown.</source>
        <translation>Os outros são mostrados.</translation>
    </message>
    <message>
        <source>Captures the attention of this training after its current step</source>
        <translation>Captura a atenção deste treino depois do passo atual</translation>
    </message>
    <message>
        <source>Only a training that is going on can be captured</source>
        <translation>Só um treino em andamento pode ser capturado</translation>
    </message>
    <message>
        <source>%1. The same prompt at every step.</source>
        <comment>title of a prompt</comment>
        <translation>%1. O mesmo prompt em todos os passos.</translation>
    </message>
    <message>
        <source>Select a run in the list to see how its heads learned to look.</source>
        <translation>Selecione uma execução na lista para ver como suas cabeças aprenderam a olhar.</translation>
    </message>
    <message>
        <source>Nothing was captured of this training.</source>
        <translation>Nada foi capturado deste treino.</translation>
    </message>
    <message>
        <source>The first capture of this training is not there yet.</source>
        <translation>A primeira captura deste treino ainda não está lá.</translation>
    </message>
    <message>
        <source>“Capture now” takes one picture.</source>
        <translation>“Capturar agora” tira uma imagem.</translation>
    </message>
    <message>
        <source>It has ended, and attention is captured while a model is trained.</source>
        <translation>Ele terminou, e a atenção é capturada enquanto um modelo é treinado.</translation>
    </message>
    <message>
        <source>For a film, set “Capture attention every” in the set-up of a new run, such as to 50 steps (capture_every in a file or on the command line).</source>
        <translation>Para um filme, ajuste “Capturar atenção a cada” na configuração de uma nova execução, por exemplo em 50 passos (capture_every num arquivo ou na linha de comando).</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Massa</translation>
    </message>
    <message>
        <source>found</source>
        <translation>encontrada</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>não encontrada</translation>
    </message>
    <message>
        <source>Step %1, key %2: answers %3 — &lt;span style=&quot;color:%4&quot;&gt;%5&lt;/span&gt;</source>
        <comment>3: tokens with probabilities; 5: found or not</comment>
        <translation>Passo %1, chave %2: responde %3 — &lt;span style=&quot;color:%4&quot;&gt;%5&lt;/span&gt;</translation>
    </message>
    <message>
        <source>The heads that end with the most on the needle</source>
        <translation>As cabeças que terminam com mais na agulha</translation>
    </message>
    <message>
        <source>Mass on the needle over the steps of the training, one line per head</source>
        <translation>Massa na agulha ao longo dos passos do treino, uma linha por cabeça</translation>
    </message>
    <message>
        <source>The film cannot be read: %1</source>
        <translation>O filme não pode ser lido: %1</translation>
    </message>
    <message>
        <source>Reading what was captured of this training…</source>
        <translation>Lendo o que foi capturado deste treino…</translation>
    </message>
    <message>
        <source>What was captured of this training cannot be read.</source>
        <translation>O que foi capturado deste treino não pode ser lido.</translation>
    </message>
</context>
<context>
    <name>bam::views::HeadGrid</name>
    <message>
        <source>Priors of all heads</source>
        <translation>Priors de todas as cabeças</translation>
    </message>
</context>
<context>
    <name>bam::views::HeadMap</name>
    <message>
        <source>Head map</source>
        <translation>Mapa de cabeças</translation>
    </message>
    <message>
        <source>One cell per head, layers from top to bottom. Arrow keys choose a head, with Shift they mark several; the menu key offers ablations.</source>
        <translation>Uma célula por cabeça, camadas de cima para baixo. As setas escolhem uma cabeça; com Shift, marcam várias; a tecla de menu oferece ablações.</translation>
    </message>
    <message>
        <source>One cell per head. Click: choose it everywhere; Ctrl or Shift and click: mark several; right click: ablate or restore the marked ones. Hatched heads are changed.</source>
        <translation>Uma célula por cabeça. Clique: escolhê-la em toda parte; Ctrl ou Shift e clique: marcar várias; clique com o botão direito: fazer ablação das marcadas ou restaurá-las. Cabeças hachuradas estão alteradas.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>1: name of a measure; 2: value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: head; 2: its measures</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1; changed: %2</source>
        <translation>%1; alterada: %2</translation>
    </message>
    <message>
        <source>No head has this value here</source>
        <translation>Nenhuma cabeça tem este valor aqui</translation>
    </message>
</context>
<context>
    <name>bam::views::HeadsPane</name>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>The run whose heads are shown: one of those selected in the list</source>
        <translation>A execução cujas cabeças são mostradas: uma das selecionadas na lista</translation>
    </message>
    <message>
        <source>Second run</source>
        <translation>Segunda execução</translation>
    </message>
    <message>
        <source>A second run beside it, on the same axes and colours</source>
        <translation>Uma segunda execução ao lado, com os mesmos eixos e cores</translation>
    </message>
    <message>
        <source>Order of heads</source>
        <translation>Ordem das cabeças</translation>
    </message>
    <message>
        <source>How heads are put in order: by layer, from inverted to local, or by how many tokens count</source>
        <translation>Como as cabeças são ordenadas: por camada, de invertidas a locais, ou por quantos tokens contam</translation>
    </message>
    <message>
        <source>What small pictures show</source>
        <translation>O que as miniaturas mostram</translation>
    </message>
    <message>
        <source>Small pictures show p(δ), the prior of the query at n, or the bias b(δ), over the logarithm of the distance</source>
        <translation>As miniaturas mostram p(δ), o prior da consulta em n, ou o viés b(δ), sobre o logaritmo da distância</translation>
    </message>
    <message>
        <source>Parameter over steps</source>
        <translation>Parâmetro ao longo dos passos</translation>
    </message>
    <message>
        <source>Which parameter is drawn over the steps of the training</source>
        <translation>Qual parâmetro é desenhado ao longo dos passos do treinamento</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Por camada</translation>
    </message>
    <message>
        <source>By θβ</source>
        <translation>Por θβ</translation>
    </message>
    <message>
        <source>By effective context</source>
        <translation>Por contexto efetivo</translation>
    </message>
    <message>
        <source>Prior p(δ)</source>
        <translation>Prior p(δ)</translation>
    </message>
    <message>
        <source>Bias b(δ)</source>
        <translation>Viés b(δ)</translation>
    </message>
    <message>
        <source>%1 over steps</source>
        <comment>1: symbol</comment>
        <translation>%1 ao longo dos passos</translation>
    </message>
    <message>
        <source>beside</source>
        <translation>ao lado</translation>
    </message>
    <message>
        <source>no second run</source>
        <translation>sem segunda execução</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>nenhuma execução</translation>
    </message>
</context>
<context>
    <name>bam::views::HeatmapBar</name>
    <message>
        <source>Colour map</source>
        <translation>Mapa de cores</translation>
    </message>
    <message>
        <source>Colour map. All are even in lightness: equal steps look equal, also in grey</source>
        <translation>Mapa de cores. Todos são uniformes em luminosidade: passos iguais parecem iguais, também em cinza</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>Escala de cores</translation>
    </message>
    <message>
        <source>How weights become colours. The square root lifts small weights, the logarithm shows all orders of magnitude alike</source>
        <translation>Como os pesos viram cores. A raiz quadrada realça pesos pequenos; o logaritmo mostra todas as ordens de grandeza por igual</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Linear</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>Raiz quadrada</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarítmica</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>Pooling</translation>
    </message>
    <message>
        <source>What a pixel shows that many pairs share. Their largest weight keeps single strong pairs in sight; their mean shows where the mass lies</source>
        <translation>O que mostra um pixel compartilhado por muitos pares. O maior peso mantém visíveis pares fortes isolados; a média mostra onde está a massa</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Máximo</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Média</translation>
    </message>
    <message>
        <source>Range of the colours</source>
        <translation>Intervalo das cores</translation>
    </message>
    <message>
        <source>Which weights the first and the last colour stand for: those of the whole matrix, of what is in view, or typed ones</source>
        <translation>Que pesos a primeira e a última cor representam: os da matriz inteira, os da parte visível ou os digitados</translation>
    </message>
    <message>
        <source>Whole matrix</source>
        <translation>Matriz inteira</translation>
    </message>
    <message>
        <source>In view</source>
        <translation>Parte visível</translation>
    </message>
    <message>
        <source>Typed</source>
        <translation>Digitado</translation>
    </message>
    <message>
        <source>Value of the first colour</source>
        <translation>Valor da primeira cor</translation>
    </message>
    <message>
        <source>The first colour&apos;s value; smaller ones get the same colour. Typing fixes the range</source>
        <translation>O valor da primeira cor; valores menores recebem a mesma cor. Digitar fixa o intervalo</translation>
    </message>
    <message>
        <source>Value of the last colour</source>
        <translation>Valor da última cor</translation>
    </message>
    <message>
        <source>The last colour&apos;s value; larger ones get the same colour. Typing fixes the range</source>
        <translation>O valor da última cor; valores maiores recebem a mesma cor. Digitar fixa o intervalo</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar tudo</translation>
    </message>
    <message>
        <source>Show the whole matrix (0, or a double click on it)</source>
        <translation>Mostrar a matriz inteira (0, ou um clique duplo nela)</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>Salvar figura…</translation>
    </message>
    <message>
        <source>Save what is in view as PDF, SVG, PNG or for TeX</source>
        <translation>Salvar a parte visível como PDF, SVG, PNG ou para TeX</translation>
    </message>
    <message>
        <source>More commands</source>
        <translation>Mais comandos</translation>
    </message>
    <message>
        <source>What there is no room for</source>
        <translation>O que não cabe aqui</translation>
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
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>Finish the current step, write a checkpoint and end. The run can be resumed.</source>
        <translation>Concluir o passo atual, gravar um checkpoint e terminar. A execução pode ser retomada.</translation>
    </message>
    <message>
        <source>End at a step of your choice with a checkpoint, so that the device is free; resume goes on with the same numbers.</source>
        <translation>Terminar com um checkpoint em um passo à sua escolha, para liberar o dispositivo; Retomar continua com os mesmos números.</translation>
    </message>
    <message>
        <source>Write a checkpoint after the current step and go on.</source>
        <translation>Gravar um checkpoint depois do passo atual e continuar.</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Retomar</translation>
    </message>
    <message>
        <source>&amp;Kill…</source>
        <translation>&amp;Matar…</translation>
    </message>
    <message>
        <source>End the process at once. What was not written yet is lost; stop is gentler.</source>
        <translation>Encerrar o processo imediatamente. O que ainda não foi gravado se perde; Parar é mais suave.</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Su&amp;bir</translation>
    </message>
    <message>
        <source>Start this waiting job earlier.</source>
        <translation>Iniciar esta tarefa em espera mais cedo.</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>&amp;Descer</translation>
    </message>
    <message>
        <source>Start this waiting job later.</source>
        <translation>Iniciar esta tarefa em espera mais tarde.</translation>
    </message>
    <message>
        <source>C&amp;ancel</source>
        <translation>Ca&amp;ncelar</translation>
    </message>
    <message>
        <source>Take this job out of the queue.</source>
        <translation>Retirar esta tarefa da fila.</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>Ver &amp;log</translation>
    </message>
    <message>
        <source>What this job printed.</source>
        <translation>O que esta tarefa imprimiu.</translation>
    </message>
    <message>
        <source>Show r&amp;un</source>
        <translation>Ver &amp;execução</translation>
    </message>
    <message>
        <source>Select the run of this job and show its curves.</source>
        <translation>Selecionar a execução desta tarefa e mostrar suas curvas.</translation>
    </message>
    <message>
        <source>Clear &amp;ended jobs</source>
        <translation>Limpar &amp;terminadas</translation>
    </message>
    <message>
        <source>Remove the jobs that ended from this list. Runs, checkpoints and datasets stay.</source>
        <translation>Remover desta lista as tarefas terminadas. Execuções, checkpoints e conjuntos de dados permanecem.</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Tarefas</translation>
    </message>
    <message>
        <source>Evaluate %1</source>
        <translation>Avaliar %1</translation>
    </message>
    <message>
        <source>Queued, place %1</source>
        <translation>Na fila, posição %1</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 de %2 passos</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Velocidade</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Tempo restante</translation>
    </message>
    <message>
        <source>Elapsed</source>
        <translation>Decorrido</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>cause and hint</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>task and detail</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Loss %1</source>
        <translation>Perda %1</translation>
    </message>
    <message>
        <source>Kill a job</source>
        <translation>Matar uma tarefa</translation>
    </message>
    <message>
        <source>End the process of “%1” at once?</source>
        <translation>Encerrar imediatamente o processo de “%1”?</translation>
    </message>
    <message numerus="yes">
        <source>End the processes of %n jobs at once?</source>
        <translation>
            <numerusform>Encerrar imediatamente os processos de %n tarefa?</numerusform>
            <numerusform>Encerrar imediatamente os processos de %n tarefas?</numerusform>
        </translation>
    </message>
    <message>
        <source>Steps since the last checkpoint are lost. Stop finishes the step and writes a checkpoint first.</source>
        <translation>Os passos desde o último checkpoint se perdem. Parar conclui o passo e grava um checkpoint antes.</translation>
    </message>
    <message>
        <source>&amp;Kill</source>
        <translation>&amp;Matar</translation>
    </message>
    <message>
        <source>&amp;Leave it running</source>
        <translation>&amp;Deixar em execução</translation>
    </message>
    <message>
        <source>&amp;Pause…</source>
        <translation>&amp;Pausar…</translation>
    </message>
    <message>
        <source>Write a &amp;checkpoint</source>
        <translation>Gravar &amp;checkpoint</translation>
    </message>
    <message>
        <source>Go on with this training from its newest checkpoint, and with the jobs after it.</source>
        <translation>Continuar este treinamento a partir do checkpoint mais recente, e com as tarefas seguintes.</translation>
    </message>
    <message>
        <source>No jobs yet. Trainings, tests and datasets that you start or queue appear here; those that run go on when this window is closed, those that wait start while Bamscope is open.</source>
        <translation>Ainda não há tarefas. Treinamentos, testes e conjuntos de dados que você inicia ou põe na fila aparecem aqui; os que estão em execução continuam quando esta janela é fechada, os que esperam começam enquanto o Bamscope está aberto.</translation>
    </message>
</context>
<context>
    <name>bam::views::LaunchDialog</name>
    <message>
        <source>Command of this set-up</source>
        <translation>Comando desta configuração</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Linha de comando</translation>
    </message>
    <message>
        <source>Slurm script for sbatch</source>
        <translation>Script Slurm para sbatch</translation>
    </message>
    <message>
        <source> h</source>
        <translation> h</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Para</translation>
    </message>
    <message>
        <source>&amp;Processes</source>
        <translation>P&amp;rocessos</translation>
    </message>
    <message>
        <source>&amp;CPUs per process</source>
        <translation>&amp;CPUs por processo</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>&amp;Limite de tempo</translation>
    </message>
    <message>
        <source>The command</source>
        <translation>O comando</translation>
    </message>
    <message>
        <source>Co&amp;py</source>
        <translation>C&amp;opiar</translation>
    </message>
    <message>
        <source>Copied to the clipboard. Relative paths count from the folder in which the command is started.</source>
        <translation>Copiado para a área de transferência. Caminhos relativos contam a partir da pasta em que o comando é iniciado.</translation>
    </message>
    <message>
        <source>torchrun</source>
        <translation>torchrun</translation>
    </message>
    <message>
        <source>One process per GPU. This version trains in one.</source>
        <translation>Um processo por GPU. Esta versão treina em um só.</translation>
    </message>
    <message>
        <source>Copied. The processes train one run together, each on a GPU of its own: tokens per step must be a multiple of batch size × sequence length × processes.</source>
        <translation>Copiado. Os processos treinam juntos uma execução, cada um em uma GPU própria: os tokens por passo devem ser múltiplo de tamanho do lote × comprimento da sequência × processos.</translation>
    </message>
</context>
<context>
    <name>bam::views::LegendKey</name>
    <message>
        <source>Lines without markers: the loss of the training steps; with smoothing, each step&apos;s loss is faint behind. Click to show or hide them.</source>
        <translation>Linhas sem marcadores: a perda dos passos de treinamento; com suavização, a perda de cada passo aparece tênue atrás. Clique para mostrar ou ocultar.</translation>
    </message>
    <message>
        <source>Thicker lines with markers: the loss on held-out documents. The marker&apos;s shape goes with the encoding. Click to show or hide them.</source>
        <translation>Linhas mais grossas com marcadores: a perda em documentos reservados. A forma do marcador depende da codificação. Clique para mostrar ou ocultar.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Treinamento</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validação</translation>
    </message>
</context>
<context>
    <name>bam::views::LensView</name>
    <message>
        <source>Token %1 of the answer %2</source>
        <comment>1: its number; 2: the quoted token, or nothing</comment>
        <translation>Token %1 da resposta %2</translation>
    </message>
    <message>
        <source>Select a run in the list and press Capture to see where its heads look.</source>
        <translation>Selecione uma execução na lista e pressione Capturar para ver para onde suas cabeças olham.</translation>
    </message>
    <message>
        <source>Press Capture to send the prompt through the run, and see where every head looks.</source>
        <translation>Pressione Capturar para enviar o prompt pela execução e ver para onde cada cabeça olha.</translation>
    </message>
    <message>
        <source>%1, step %2: %3 (%4)</source>
        <comment>1: run; 2: step; 3: prompt; 4: duration</comment>
        <translation>%1, passo %2: %3 (%4)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Capture a prompt first.</source>
        <translation>Capture um prompt primeiro.</translation>
    </message>
    <message>
        <source>Restore all heads and run again first, so that there is something to compare with.</source>
        <translation>Primeiro restaure todas as cabeças e execute de novo, para que haja com o que comparar.</translation>
    </message>
    <message>
        <source>This prompt has no needle to rank heads by.</source>
        <translation>Este prompt não tem agulha pela qual classificar as cabeças.</translation>
    </message>
    <message>
        <source>Attention of all heads, on average, from token %1 %2</source>
        <translation>Atenção de todas as cabeças, em média, a partir do token %1 %2</translation>
    </message>
    <message>
        <source>Attention of %3 from token %1 %2</source>
        <translation>Atenção de %3 a partir do token %1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s): %1</source>
        <translation>
            <numerusform>%n cabeça: %1</numerusform>
            <numerusform>%n cabeças: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>top %n by needle mass</source>
        <translation>
            <numerusform>a %n primeira por massa na agulha</numerusform>
            <numerusform>as %n primeiras por massa na agulha</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n random other(s), seed %1</source>
        <translation>
            <numerusform>%n outra aleatória, semente %1</numerusform>
            <numerusform>%n outras aleatórias, semente %1</numerusform>
        </translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>todas as cabeças</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Consultas</translation>
    </message>
    <message>
        <source>Which of the answer&apos;s queries the strip shows: their mean, the largest of their weights, or one of them</source>
        <translation>Que consultas da resposta a faixa mostra: a sua média, o maior dos seus pesos ou uma delas</translation>
    </message>
    <message>
        <source>Mean of the answer&apos;s queries</source>
        <translation>Média das consultas da resposta</translation>
    </message>
    <message>
        <source>Largest of the answer&apos;s queries</source>
        <translation>Máximo das consultas da resposta</translation>
    </message>
    <message>
        <source>Order of heads</source>
        <translation>Ordem das cabeças</translation>
    </message>
    <message>
        <source>What the heads are sorted by</source>
        <translation>Por que as cabeças são ordenadas</translation>
    </message>
    <message>
        <source>By mass on the needle</source>
        <translation>Por massa na agulha</translation>
    </message>
    <message>
        <source>By layer</source>
        <translation>Por camada</translation>
    </message>
    <message>
        <source>By θβ</source>
        <translation>Por θβ</translation>
    </message>
    <message>
        <source>By entropy</source>
        <translation>Por entropia</translation>
    </message>
    <message>
        <source>By mean distance</source>
        <translation>Por distância média</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medida</translation>
    </message>
    <message>
        <source>What the cells of the head map show</source>
        <translation>O que as células do mapa de cabeças mostram</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabeças</translation>
    </message>
    <message>
        <source>Whose attention colours the text; the mean over heads is known for the answer&apos;s queries</source>
        <translation>De quem é a atenção que colore o texto; a média das cabeças é conhecida para as consultas da resposta</translation>
    </message>
    <message>
        <source>Chosen head</source>
        <translation>Cabeça escolhida</translation>
    </message>
    <message>
        <source>Mean over heads</source>
        <translation>Média das cabeças</translation>
    </message>
    <message>
        <source>Answer and ablations</source>
        <translation>Resposta e ablações</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matriz</translation>
    </message>
    <message>
        <source>Decomposition</source>
        <translation>Decomposição</translation>
    </message>
    <message>
        <source>Retrieval strip</source>
        <translation>Faixa de recuperação</translation>
    </message>
    <message>
        <source>Show all positions (Home; N: the needle alone)</source>
        <translation>Mostrar todas as posições (Home; N: só a agulha)</translation>
    </message>
    <message>
        <source>Show all positions</source>
        <translation>Mostrar todas as posições</translation>
    </message>
    <message>
        <source>Save the strip as a figure…</source>
        <translation>Salvar a faixa como figura…</translation>
    </message>
    <message>
        <source>Save the head map as a figure…</source>
        <translation>Salvar o mapa de cabeças como figura…</translation>
    </message>
    <message>
        <source>Save the attention of this query as a figure…</source>
        <translation>Salvar a atenção desta consulta como figura…</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progresso</translation>
    </message>
    <message>
        <source>Stop this</source>
        <translation>Parar isto</translation>
    </message>
    <message>
        <source>&amp;Capture the prompt</source>
        <translation>&amp;Capturar o prompt</translation>
    </message>
    <message>
        <source>Runs the prompt through the checkpoint and keeps where every head looks</source>
        <translation>Passa o prompt pelo checkpoint e guarda para onde cada cabeça olha</translation>
    </message>
    <message>
        <source>Cancel the capture</source>
        <translation>Cancelar a captura</translation>
    </message>
    <message>
        <source>Stops the capture; what is shown stays</source>
        <translation>Para a captura; o que é mostrado permanece</translation>
    </message>
    <message>
        <source>Ablate: give &amp;nothing</source>
        <translation>Ablação: não &amp;contribuir</translation>
    </message>
    <message>
        <source>The marked heads add nothing to the layers after them</source>
        <translation>As cabeças marcadas não somam nada às camadas seguintes</translation>
    </message>
    <message>
        <source>Ablate: &amp;uniform attention</source>
        <translation>Ablação: atenção &amp;uniforme</translation>
    </message>
    <message>
        <source>The marked heads look at every visible key alike</source>
        <translation>As cabeças marcadas olham por igual para todas as chaves visíveis</translation>
    </message>
    <message>
        <source>Ablate: &amp;position alone</source>
        <translation>Ablação: só &amp;posição</translation>
    </message>
    <message>
        <source>Content counts as 0 in the marked heads: their prior alone decides where they look</source>
        <translation>O conteúdo conta como 0 nas cabeças marcadas: só o prior decide para onde olham</translation>
    </message>
    <message>
        <source>Ablate: c&amp;ontent alone</source>
        <translation>Ablação: só c&amp;onteúdo</translation>
    </message>
    <message>
        <source>The bias counts as 0 in the marked heads: content alone decides where they look</source>
        <translation>O viés conta como 0 nas cabeças marcadas: só o conteúdo decide para onde olham</translation>
    </message>
    <message>
        <source>&amp;Restore the marked heads</source>
        <translation>&amp;Restaurar as cabeças marcadas</translation>
    </message>
    <message>
        <source>The marked heads as they were trained</source>
        <translation>As cabeças marcadas como foram treinadas</translation>
    </message>
    <message numerus="yes">
        <source>%n marked head(s)</source>
        <translation>
            <numerusform>%n cabeça marcada</numerusform>
            <numerusform>%n cabeças marcadas</numerusform>
        </translation>
    </message>
    <message>
        <source>The matrix of %1 is being made.</source>
        <translation>A matriz de %1 está sendo criada.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>1: run; 2: RoPE scaling</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: RoPE scaling; 2: what was changed</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>RoPE scaling %1</source>
        <translation>Escala do RoPE %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>1: layer and head; 2: RoPE scaling</comment>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>bam::views::LogPage</name>
    <message>
        <source>Nothing was printed yet.</source>
        <translation>Nada foi impresso ainda.</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>Nenhuma linha corresponde ao filtro.</translation>
    </message>
</context>
<context>
    <name>bam::views::LogView</name>
    <message>
        <source>Regular expression</source>
        <translation>Expressão regular</translation>
    </message>
    <message>
        <source>Read the filter as a regular expression, e.g. “step \d+00/”</source>
        <translation>Interpretar o filtro como expressão regular, por exemplo “step \d+00/”</translation>
    </message>
    <message>
        <source>Follow the end</source>
        <translation>Acompanhar o final</translation>
    </message>
    <message>
        <source>Keep the newest line in view. Scrolling up turns this off, scrolling to the end turns it on.</source>
        <translation>Manter a linha mais recente visível. Rolar para cima desativa, rolar até o final ativa.</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Quebrar linhas</translation>
    </message>
    <message>
        <source>Break long lines at the edge of the pane</source>
        <translation>Quebrar linhas longas na borda do painel</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the selected text, or all lines shown when nothing is selected</source>
        <translation>Copiar o texto selecionado ou, sem seleção, todas as linhas mostradas</translation>
    </message>
    <message>
        <source>Show only lines with…</source>
        <translation>Mostrar só linhas com…</translation>
    </message>
    <message>
        <source>Filter of the log</source>
        <translation>Filtro do log</translation>
    </message>
    <message>
        <source>%1 of %2 lines</source>
        <translation>%1 de %2 linhas</translation>
    </message>
    <message>
        <source>The filter is not a regular expression: %1</source>
        <translation>O filtro não é uma expressão regular: %1</translation>
    </message>
    <message>
        <source>Correct it, or switch regular expressions off; all lines are shown meanwhile.</source>
        <translation>Corrija-o ou desative as expressões regulares; enquanto isso, todas as linhas são mostradas.</translation>
    </message>
    <message>
        <source>1 line</source>
        <translation>1 linha</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 linhas</translation>
    </message>
</context>
<context>
    <name>bam::views::LossBar</name>
    <message>
        <source>Horizontal axis</source>
        <translation>Eixo horizontal</translation>
    </message>
    <message>
        <source>What the curves are drawn over. Tokens and FLOPs make runs with different batch sizes and models comparable. (A: next)</source>
        <translation>Sobre o que as curvas são desenhadas. Tokens e FLOPs tornam comparáveis execuções com tamanhos de lote e modelos diferentes. (A: próximo)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tempo</translation>
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
        <translation>Mostrar este painel abaixo da perda, sobre o mesmo eixo horizontal</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>Log x</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis: stretches the beginning; a power law becomes a straight line together with log y</source>
        <translation>Eixo horizontal logarítmico: estica o começo; junto com log y, uma lei de potência vira uma reta</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis of loss and gradient norm</source>
        <translation>Eixo vertical logarítmico da perda e da norma do gradiente</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexidade</translation>
    </message>
    <message>
        <source>Show exp(loss): among how many tokens the model is undecided on average</source>
        <translation>Mostrar exp(perda): entre quantos tokens o modelo está indeciso em média</translation>
    </message>
    <message>
        <source>Next horizontal axis</source>
        <translation>Próximo eixo horizontal</translation>
    </message>
    <message>
        <source>Step, tokens, time, FLOPs in turn</source>
        <translation>Passo, tokens, tempo e FLOPs em sequência</translation>
    </message>
    <message>
        <source>Smoothing on or off</source>
        <translation>Ligar/desligar suavização</translation>
    </message>
    <message>
        <source>Switch smoothing on or off</source>
        <translation>Ligar ou desligar a suavização</translation>
    </message>
    <message>
        <source>Training loss</source>
        <translation>Perda de treinamento</translation>
    </message>
    <message>
        <source>Show the loss of each training step</source>
        <translation>Mostrar a perda de cada passo de treinamento</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>Perda de validação</translation>
    </message>
    <message>
        <source>Show the loss on held-out documents: thicker, with markers</source>
        <translation>Mostrar a perda em documentos reservados: mais grossa, com marcadores</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>Marcas</translation>
    </message>
    <message>
        <source>Show checkpoints (diamonds), resumes (arrows) and loss spikes (triangles); hover over one to read it</source>
        <translation>Mostrar checkpoints (losangos), retomadas (setas) e picos de perda (triângulos); passe o mouse sobre uma marca para lê-la</translation>
    </message>
    <message>
        <source>Ignore outliers when fitting</source>
        <translation>Ignorar valores atípicos ao ajustar</translation>
    </message>
    <message>
        <source>Fit the vertical axis without the first percent of each run and without the rarest values, which may then lie outside</source>
        <translation>Ajustar o eixo vertical sem o primeiro por cento de cada execução e sem os valores mais raros, que podem então ficar fora</translation>
    </message>
    <message>
        <source>List of curves</source>
        <translation>Lista de curvas</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Norma do gradiente</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Taxa de aprendizado</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens por segundo</translation>
    </message>
    <message>
        <source>Single runs</source>
        <translation>Execuções individuais</translation>
    </message>
    <message>
        <source>One curve for each run</source>
        <translation>Uma curva para cada execução</translation>
    </message>
    <message>
        <source>Mean of groups ± standard deviation</source>
        <translation>Média dos grupos ± desvio padrão</translation>
    </message>
    <message>
        <source>One curve for each group of runs, such as seeds of one set-up, with the standard deviation of the sample as a band</source>
        <translation>Uma curva para cada grupo de execuções, como as sementes de uma configuração, com o desvio padrão da amostra como faixa</translation>
    </message>
    <message>
        <source>Mean of groups with range</source>
        <translation>Média dos grupos com amplitude</translation>
    </message>
    <message>
        <source>One curve for each group of runs, with a band from the lowest to the highest</source>
        <translation>Uma curva para cada grupo de execuções, com uma faixa do menor ao maior valor</translation>
    </message>
    <message>
        <source>Follow the newest</source>
        <translation>Acompanhar o mais novo</translation>
    </message>
    <message>
        <source>Keep the newest rows at the right border. Panning switches this off</source>
        <translation>Manter as linhas mais novas na borda direita. Deslocar a vista desativa isso</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>Show everything. Double-clicking the plot does the same, on an axis only for that axis</source>
        <translation>Mostrar tudo. Um clique duplo no gráfico faz o mesmo; em um eixo, só para esse eixo</translation>
    </message>
    <message>
        <source>Zoom into a rectangle</source>
        <translation>Ampliar um retângulo</translation>
    </message>
    <message>
        <source>Draw a rectangle to zoom into; holding Shift does the same</source>
        <translation>Desenhe um retângulo para ampliá-lo; manter Shift pressionado faz o mesmo</translation>
    </message>
    <message>
        <source>Previous view</source>
        <translation>Vista anterior</translation>
    </message>
    <message>
        <source>Back to what was visible before</source>
        <translation>Voltar ao que estava visível antes</translation>
    </message>
    <message>
        <source>Next view</source>
        <translation>Próxima vista</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>Avançar de novo</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Ampliar</translation>
    </message>
    <message>
        <source>Zoom the horizontal axis in</source>
        <translation>Ampliar o eixo horizontal</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Reduzir</translation>
    </message>
    <message>
        <source>Zoom the horizontal axis out</source>
        <translation>Reduzir o eixo horizontal</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Mover à esquerda</translation>
    </message>
    <message>
        <source>Move to earlier steps</source>
        <translation>Mover para passos anteriores</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Mover à direita</translation>
    </message>
    <message>
        <source>Move to later steps</source>
        <translation>Mover para passos posteriores</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Mover acima</translation>
    </message>
    <message>
        <source>Move to higher values</source>
        <translation>Mover para valores maiores</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Mover abaixo</translation>
    </message>
    <message>
        <source>Move to lower values</source>
        <translation>Mover para valores menores</translation>
    </message>
    <message>
        <source>Copy as image</source>
        <translation>Copiar como imagem</translation>
    </message>
    <message>
        <source>Copy what is visible, with its legend, at twice the screen&apos;s resolution</source>
        <translation>Copiar o que está visível, com a legenda, no dobro da resolução da tela</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Copiar como CSV</translation>
    </message>
    <message>
        <source>Copy all rows of the visible curves in the visible range, for a spreadsheet or a script</source>
        <translation>Copiar todas as linhas das curvas visíveis no intervalo visível, para uma planilha ou um script</translation>
    </message>
    <message>
        <source>Exponential smoothing: weight of a value one step back. 0 is off; 0.9 averages about 10 steps, 0.99 about 100. The raw curve stays faintly behind. (S: on or off)</source>
        <translation>Suavização exponencial: peso de um valor um passo atrás. 0 desliga; 0,9 faz a média de cerca de 10 passos, 0,99 de cerca de 100. A curva original permanece esmaecida ao fundo. (S: ligar ou desligar)</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Suavização</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>S&amp;uavização</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Which curves and panes are shown</source>
        <translation>Quais curvas e painéis são mostrados</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Grupos</translation>
    </message>
    <message>
        <source>Automatic smoothing</source>
        <translation>Suavização automática</translation>
    </message>
    <message>
        <source>Smooth over about a hundredth of the longest selected run. Setting the smoothing by hand switches this off</source>
        <translation>Suaviza sobre cerca de um centésimo da execução mais longa selecionada. Ajustar a suavização à mão desativa esta opção</translation>
    </message>
    <message>
        <source>Auto</source>
        <comment>automatic smoothing</comment>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Show the list of curves beside the plot, or below it when there is little room</source>
        <translation>Mostrar a lista de curvas ao lado do gráfico, ou abaixo dele quando há pouco espaço</translation>
    </message>
    <message>
        <source>Average the runs of one group: those of the same model, training and data with different seeds. Where files lie and on which device a run was made does not matter; repeats of one seed are averaged first and count once</source>
        <translation>Fazer a média das execuções de um grupo: as do mesmo modelo, treinamento e dados com sementes diferentes. Não importa onde estão os arquivos nem em que dispositivo a execução foi feita; repetições de uma semente são promediadas antes e contam uma vez</translation>
    </message>
    <message>
        <source>More commands</source>
        <translation>Mais comandos</translation>
    </message>
    <message>
        <source>What there is no room for</source>
        <translation>O que não coube</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>Salvar figura…</translation>
    </message>
    <message>
        <source>What is visible as a figure for a paper: PDF, SVG, PNG or pgfplots</source>
        <translation>O que está visível como figura para um artigo: PDF, SVG, PNG ou pgfplots</translation>
    </message>
</context>
<context>
    <name>bam::views::LossView</name>
    <message>
        <source>Curves of the selected runs</source>
        <translation>Curvas das execuções selecionadas</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Training compute (FLOPs)</source>
        <translation>Computação de treinamento (FLOPs)</translation>
    </message>
    <message>
        <source>Time (s)</source>
        <translation>Tempo (s)</translation>
    </message>
    <message>
        <source>Time (min)</source>
        <translation>Tempo (min)</translation>
    </message>
    <message>
        <source>Time (h)</source>
        <translation>Tempo (h)</translation>
    </message>
    <message>
        <source>Time (days)</source>
        <translation>Tempo (dias)</translation>
    </message>
    <message>
        <source>Select runs on the left</source>
        <translation>Selecione execuções à esquerda</translation>
    </message>
    <message>
        <source>Their curves appear here; several runs can be compared.</source>
        <translation>As curvas aparecem aqui; várias execuções podem ser comparadas.</translation>
    </message>
    <message>
        <source>No rows yet</source>
        <translation>Nenhuma linha ainda</translation>
    </message>
    <message>
        <source>Curves begin with the first step that the run logs.</source>
        <translation>As curvas começam no primeiro passo que a execução registra.</translation>
    </message>
    <message>
        <source>All curves are hidden</source>
        <translation>Todas as curvas estão ocultas</translation>
    </message>
    <message>
        <source>Nothing to draw over this axis</source>
        <translation>Nada a desenhar sobre este eixo</translation>
    </message>
    <message>
        <source>These runs do not tell it. Choose another horizontal axis.</source>
        <translation>Estas execuções não o informam. Escolha outro eixo horizontal.</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Passo %1</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>Time %1</source>
        <translation>Tempo %1</translation>
    </message>
    <message>
        <source>%1 FLOPs</source>
        <translation>%1 FLOPs</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Treinamento</translation>
    </message>
    <message>
        <source>Smoothed</source>
        <translation>Suavizada</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validação</translation>
    </message>
    <message>
        <source>The picture is on the clipboard</source>
        <translation>A imagem está na área de transferência</translation>
    </message>
    <message>
        <source>No rows are visible, so nothing was copied</source>
        <translation>Nenhuma linha está visível, portanto nada foi copiado</translation>
    </message>
    <message>
        <source>%1 rows are too many for the clipboard</source>
        <translation>%1 linhas são demais para a área de transferência</translation>
    </message>
    <message>
        <source>Select runs, or press Home to see all of them.</source>
        <translation>Selecione execuções ou pressione Home para ver todas elas.</translation>
    </message>
    <message>
        <source>Zoom in or hide curves to get below %1 rows, or export the runs to files.</source>
        <translation>Amplie ou oculte curvas para ficar abaixo de %1 linhas, ou exporte as execuções para arquivos.</translation>
    </message>
    <message>
        <source>%1 rows are on the clipboard</source>
        <translation>%1 linhas estão na área de transferência</translation>
    </message>
    <message>
        <source>The logs of %1 cannot be read any further: %2</source>
        <translation>Não é possível continuar lendo os logs de %1: %2</translation>
    </message>
    <message>
        <source>What was read stays. The curves go on by themselves when the logs can be read again.</source>
        <translation>O que foi lido permanece. As curvas continuam sozinhas quando os logs puderem ser lidos de novo.</translation>
    </message>
    <message>
        <source>Click a name in the list of curves to show its curve.</source>
        <translation>Clique em um nome na lista de curvas para mostrar a curva.</translation>
    </message>
    <message>
        <source>%1 of %2 runs are drawn: the first of the list that are not hidden. Select fewer to see the others.</source>
        <translation>%1 de %2 execuções são desenhadas: as primeiras da lista que não estão ocultas. Selecione menos para ver as outras.</translation>
    </message>
    <message>
        <source>Steps that no axis can show were left out of the picture: %1. Look into the log of the run.</source>
        <translation>Passos que nenhum eixo pode mostrar ficaram fora da figura: %1. Veja o log da execução.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Perda</translation>
    </message>
</context>
<context>
    <name>bam::views::MatrixView</name>
    <message>
        <source>Layer %1, head %2</source>
        <translation>Camada %1, cabeça %2</translation>
    </message>
    <message>
        <source>needle</source>
        <translation>agulha</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>resposta</translation>
    </message>
    <message>
        <source>%1 of the answer&apos;s attention on the needle</source>
        <translation>%1 da atenção da resposta na agulha</translation>
    </message>
    <message>
        <source>Previous layer</source>
        <translation>Camada anterior</translation>
    </message>
    <message>
        <source>The same head of the layer before</source>
        <translation>A mesma cabeça da camada anterior</translation>
    </message>
    <message>
        <source>Next layer</source>
        <translation>Próxima camada</translation>
    </message>
    <message>
        <source>The same head of the layer after</source>
        <translation>A mesma cabeça da camada seguinte</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>Cabeça anterior</translation>
    </message>
    <message>
        <source>The head before; from a layer&apos;s first to the last of the layer before</source>
        <translation>A cabeça anterior; da primeira de uma camada para a última da camada anterior</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>Próxima cabeça</translation>
    </message>
    <message>
        <source>The head after; from a layer&apos;s last to the first of the layer after</source>
        <translation>A cabeça seguinte; da última de uma camada para a primeira da camada seguinte</translation>
    </message>
    <message>
        <source>No matrix yet. Capture a prompt with matrices to see one.</source>
        <translation>Ainda não há matriz. Capture um prompt com matrizes para ver uma.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>head, what is known of it</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
    <message>
        <source>Query position (tokens)</source>
        <translation>Posição da consulta (tokens)</translation>
    </message>
</context>
<context>
    <name>bam::views::MemoryBar</name>
    <message>
        <source>Share of the free memory that the run needs</source>
        <translation>Parcela da memória livre de que a execução precisa</translation>
    </message>
</context>
<context>
    <name>bam::views::NotesDialog</name>
    <message>
        <source>paper, long run</source>
        <translation>artigo, execução longa</translation>
    </message>
    <message>
        <source>Words to find the run by, separated by commas</source>
        <translation>Palavras para encontrar a execução, separadas por vírgulas</translation>
    </message>
    <message>
        <source>Tags that all selected runs have, separated by commas; others stay</source>
        <translation>Tags que todas as execuções selecionadas têm, separadas por vírgulas; as outras permanecem</translation>
    </message>
    <message>
        <source>What this run is for, what came out of it</source>
        <translation>Para que serve esta execução, o que resultou dela</translation>
    </message>
    <message>
        <source>The selected runs have different notes. What is typed here replaces all of them.</source>
        <translation>As execuções selecionadas têm notas diferentes. O que for digitado aqui substitui todas elas.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>&amp;Tags</translation>
    </message>
    <message>
        <source>&amp;Note</source>
        <translation>&amp;Nota</translation>
    </message>
</context>
<context>
    <name>bam::views::ParameterModel</name>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Treinamento</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Dados</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>não informado</translation>
    </message>
    <message>
        <source>none</source>
        <comment>an empty text</comment>
        <translation>nenhum</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a parameter and its unit</comment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The files of this run do not tell it. Runs of the official code keep only a part of their parameters.</source>
        <translation>Os arquivos desta execução não o informam. Execuções do código oficial guardam apenas uma parte dos seus parâmetros.</translation>
    </message>
    <message>
        <source>This parameter means nothing for this run.</source>
        <translation>Este parâmetro não tem significado para esta execução.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Parte</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parâmetro</translation>
    </message>
</context>
<context>
    <name>bam::views::PasteDialog</name>
    <message>
        <source>Paste flags or JSON</source>
        <translation>Colar flags ou JSON</translation>
    </message>
    <message>
        <source>A command line of bamscope or of the official train.py, or the JSON of a spec. It is laid over the present set-up; a preset in it replaces all.</source>
        <translation>Uma linha de comando do bamscope ou do train.py oficial, ou o JSON de uma especificação. É aplicada sobre a configuração atual; uma predefinição contida nela substitui tudo.</translation>
    </message>
    <message>
        <source>Flags or JSON</source>
        <translation>Flags ou JSON</translation>
    </message>
    <message>
        <source>&amp;Use</source>
        <translation>&amp;Usar</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) will change.</source>
        <translation>
            <numerusform>%n campo será alterado.</numerusform>
            <numerusform>%n campos serão alterados.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::views::PathEdit</name>
    <message>
        <source>Browse</source>
        <translation>Procurar</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Escolher uma pasta…</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Escolher um arquivo…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Escolher uma pasta</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Escolher um arquivo</translation>
    </message>
</context>
<context>
    <name>bam::views::PauseDialog</name>
    <message>
        <source>Pause at a step</source>
        <translation>Pausar em um passo</translation>
    </message>
    <message>
        <source>%1 finishes the step, writes a checkpoint and ends, so that its device is free. Resume goes on from there with the same numbers as without the pause.</source>
        <translation>%1 conclui o passo, grava um checkpoint e termina, liberando o dispositivo. Retomar continua dali com os mesmos números que teria sem a pausa.</translation>
    </message>
    <message>
        <source>Number of training steps that are done when the training pauses</source>
        <translation>Número de passos de treinamento concluídos quando o treinamento pausa</translation>
    </message>
    <message>
        <source>Pause when so many &amp;steps are done:</source>
        <translation>Pausar com este número de pa&amp;ssos concluídos:</translation>
    </message>
    <message>
        <source>Now at step %1 of %2.</source>
        <translation>Agora no passo %1 de %2.</translation>
    </message>
    <message>
        <source>&amp;Pause at this step</source>
        <translation>&amp;Pausar neste passo</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
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
        <translation>BAM: gaussiana generalizada</translation>
    </message>
    <message>
        <source>ALiBi: linear</source>
        <translation>ALiBi: linear</translation>
    </message>
    <message>
        <source>NoPE: none</source>
        <translation>NoPE: nenhum</translation>
    </message>
    <message>
        <source>Form of the prior</source>
        <translation>Forma do prior</translation>
    </message>
    <message>
        <source>Strength</source>
        <translation>Intensidade</translation>
    </message>
    <message>
        <source>Strength: the bias is −exp(θα) times the shape. Larger: the prior decides more against the content.</source>
        <translation>Intensidade: o viés é −exp(θα) vezes a forma. Maior: o prior decide mais, contra o conteúdo.</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escala</translation>
    </message>
    <message>
        <source>Scale in tokens, α = exp(−θα/θβ): the distance at which the bias is −1. It does not exist at θβ = 0.</source>
        <translation>Escala em tokens, α = exp(−θα/θβ): a distância na qual o viés é −1. Não existe em θβ = 0.</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forma</translation>
    </message>
    <message>
        <source>Shape: 1 is Laplace, 2 is Gaussian, between 0 and 1 the tail is heavy, 0 is uniform, below 0 the neighbourhood is suppressed. Keeps θα.</source>
        <translation>Forma: 1 é Laplace, 2 é gaussiana, entre 0 e 1 a cauda é pesada, 0 é uniforme, abaixo de 0 a vizinhança é suprimida. Mantém θα.</translation>
    </message>
    <message>
        <source>Shape at the same scale</source>
        <translation>Forma na mesma escala</translation>
    </message>
    <message>
        <source>The same number as θβ. Changed here, it keeps the scale α, and θα follows.</source>
        <translation>O mesmo número que θβ. Alterado aqui, mantém a escala α, e θα acompanha.</translation>
    </message>
    <message>
        <source>Location</source>
        <translation>Localização</translation>
    </message>
    <message>
        <source>Location: μ = exp(θμ) − exp(−θμ). Below 0 the peak moves away from the query, above 0 it hides behind the causal mask.</source>
        <translation>Localização: μ = exp(θμ) − exp(−θμ). Abaixo de 0, o pico se afasta da consulta; acima de 0, ele se esconde atrás da máscara causal.</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>Deslocamento</translation>
    </message>
    <message>
        <source>Offset in tokens: the peak is at distance −μ, so useful offsets are negative.</source>
        <translation>Deslocamento em tokens: o pico está na distância −μ, portanto deslocamentos úteis são negativos.</translation>
    </message>
    <message>
        <source>Scales the scores with λ = s · ln n, so that attention does not fade as texts grow: of BAM content and bias, of ALiBi the content alone.</source>
        <translation>Escala os escores com λ = s · ln n, para que a atenção não enfraqueça à medida que os textos crescem: no BAM, conteúdo e viés; no ALiBi, só o conteúdo.</translation>
    </message>
    <message>
        <source>Factor of Scalable-Softmax</source>
        <translation>Fator do Scalable-Softmax</translation>
    </message>
    <message>
        <source>Factor of Scalable-Softmax, which each head learns: λ = s · ln n.</source>
        <translation>Fator do Scalable-Softmax, que cada cabeça aprende: λ = s · ln n.</translation>
    </message>
    <message>
        <source>Keys the query sees</source>
        <translation>Chaves que a consulta vê</translation>
    </message>
    <message>
        <source>How many keys the query sees, itself included: its position plus one, up to 1,000,000.</source>
        <translation>Quantas chaves a consulta vê, incluindo ela mesma: sua posição mais um, até 1.000.000.</translation>
    </message>
    <message>
        <source>Training length</source>
        <translation>Comprimento de treinamento</translation>
    </message>
    <message>
        <source>Tokens of a training sequence: marked in the plot of the reach, to show what lies beyond it.</source>
        <translation>Tokens de uma sequência de treinamento: marcados no gráfico do alcance, para mostrar o que fica além.</translation>
    </message>
    <message>
        <source>Expected %1 to %2.</source>
        <translation>Esperado: de %1 a %2.</translation>
    </message>
    <message>
        <source>%1 Arrow keys and wheel move it finely, Page Up and Page Down by ten.</source>
        <translation>%1 As setas e a roda do mouse movem o valor com precisão; Page Up e Page Down, de dez em dez.</translation>
    </message>
    <message>
        <source>Reset: %1</source>
        <translation>Redefinir: %1</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Voltar a %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>nenhum</translation>
    </message>
    <message>
        <source>Kerple: logarithmic</source>
        <translation>Kerple: logarítmico</translation>
    </message>
    <message>
        <source>Kerple: power</source>
        <translation>Kerple: potência</translation>
    </message>
    <message>
        <source>The form of the prior. ALiBi is BAM with θβ = 1 and a fixed slope, NoPE is BAM with θβ = 0, Kerple&apos;s power is BAM with θβ = r2; with Scalable-Softmax, BAM&apos;s bias is scaled and theirs is not.</source>
        <translation>A forma do prior. ALiBi é BAM com θβ = 1 e inclinação fixa, NoPE é BAM com θβ = 0, a potência de Kerple é BAM com θβ = r2; com Scalable-Softmax, o viés de BAM é escalado e o deles não.</translation>
    </message>
    <message>
        <source>Strength of the kernel</source>
        <translation>Força do kernel</translation>
    </message>
    <message>
        <source>Strength: what the logarithm or the power of the distance is multiplied with. The logarithmic kernel makes p fall as a power law with exponent −r1.</source>
        <translation>Força: aquilo que multiplica o logaritmo ou a potência da distância. O kernel logarítmico faz p cair como uma lei de potência de expoente −r1.</translation>
    </message>
    <message>
        <source>Shape of the kernel</source>
        <translation>Forma do kernel</translation>
    </message>
    <message>
        <source>Shape: of the logarithmic kernel the distance, 1/r2 tokens, from which on it falls; of the power kernel the exponent, which Kerple keeps up to 2.</source>
        <translation>Forma: no kernel logarítmico, a distância, 1/r2 tokens, a partir da qual ele cai; no kernel de potência, o expoente, que Kerple mantém até 2.</translation>
    </message>
    <message>
        <source>Curve of a checkpoint</source>
        <translation>Curva de um checkpoint</translation>
    </message>
    <message>
        <source>Sandwich: cosines</source>
        <translation>Sandwich: cossenos</translation>
    </message>
    <message>
        <source>T5 and FIRE have no formula with a few numbers: they learn the whole curve. Select a run of theirs in the list and click one of its heads in the grid of priors, or choose it under Presets.</source>
        <translation>T5 e FIRE não têm fórmula com poucos números: aprendem a curva inteira. Selecione uma execução deles na lista e clique numa de suas cabeças na grade de priors, ou escolha-a em Predefinições.</translation>
    </message>
    <message>
        <source>T5, FIRE: from a run</source>
        <translation>T5, FIRE: de uma execução</translation>
    </message>
    <message>
        <source>Compression ratio</source>
        <translation>Razão de compressão</translation>
    </message>
    <message>
        <source>Compression ratio, which divides the bias: 8(h + 1)/H for head h of H, counted from 0. Larger: the prior decides less and reaches further.</source>
        <translation>Razão de compressão, que divide o viés: 8(h + 1)/H para a cabeça h de H, contada de 0. Maior: o prior decide menos e alcança mais longe.</translation>
    </message>
    <message>
        <source>Width of the embeddings</source>
        <translation>Largura das codificações</translation>
    </message>
    <message>
        <source>Width of the sinusoidal embeddings whose product Sandwich is: w/2 cosines. Even; 128 in the paper.</source>
        <translation>Largura das codificações senoidais cujo produto é o Sandwich: w/2 cossenos. Par; 128 no artigo.</translation>
    </message>
    <message>
        <source>Expected an even number: a sine and a cosine share each frequency.</source>
        <translation>Esperado um número par: um seno e um cosseno dividem cada frequência.</translation>
    </message>
</context>
<context>
    <name>bam::views::PriorsView</name>
    <message>
        <source>&amp;From a head of a run</source>
        <translation>&amp;De uma cabeça de uma execução</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Explorer</source>
        <translation>&amp;Explorador</translation>
    </message>
    <message>
        <source>One prior: its parameters, its equation, how far it reaches</source>
        <translation>Um prior: seus parâmetros, sua equação, até onde alcança</translation>
    </message>
    <message>
        <source>&amp;Learned heads</source>
        <translation>Cabeças &amp;aprendidas</translation>
    </message>
    <message>
        <source>All heads of the selected runs, through their training</source>
        <translation>Todas as cabeças das execuções selecionadas, ao longo do treinamento</translation>
    </message>
    <message>
        <source>&amp;Both</source>
        <translation>A&amp;mbos</translation>
    </message>
    <message>
        <source>The explorer above the learned heads</source>
        <translation>O explorador acima das cabeças aprendidas</translation>
    </message>
    <message>
        <source>&amp;Play the training</source>
        <translation>&amp;Reproduzir o treinamento</translation>
    </message>
    <message>
        <source>Show how priors moved while they learned, as a film; Space in the pictures and curves</source>
        <translation>Mostrar como os priors se moveram enquanto aprendiam, como um filme; Espaço nas imagens e curvas</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>Salvar figura…</translation>
    </message>
    <message>
        <source>Write one of the plots as PDF, SVG, PNG or for TeX</source>
        <translation>Gravar um dos gráficos como PDF, SVG, PNG ou para TeX</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>1: layer and head, 2: run</comment>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Camada %1</translation>
    </message>
    <message>
        <source>No selected run has priors</source>
        <translation>Nenhuma execução selecionada tem priors</translation>
    </message>
    <message>
        <source>Head %1: %2 %3</source>
        <comment>2: symbol, 3: value</comment>
        <translation>Cabeça %1: %2 %3</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Cabeça %1</translation>
    </message>
</context>
<context>
    <name>bam::views::PromptPanel</name>
    <message>
        <source>Texts (*.txt *.md *.json *.jsonl);;All files (*)</source>
        <translation>Textos (*.txt *.md *.json *.jsonl);;Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>&amp;Capture</source>
        <translation>&amp;Capturar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Matrices of all heads</source>
        <translation>Matrizes de todas as cabeças</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>Which of the runs selected in the list is looked into</source>
        <translation>Qual das execuções selecionadas na lista é examinada</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>The step whose weights are used</source>
        <translation>O passo cujos pesos são usados</translation>
    </message>
    <message>
        <source>Pass key</source>
        <translation>Chave de acesso</translation>
    </message>
    <message>
        <source>Needle (RULER)</source>
        <translation>Agulha (RULER)</translation>
    </message>
    <message>
        <source>Own text</source>
        <translation>Texto próprio</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Arquivo</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>Pass key: five digits hidden in filler sentences. Needle: RULER&apos;s magic number in a haystack. Own text or a file: the last token is asked what comes next.</source>
        <translation>Chave de acesso: cinco dígitos escondidos em frases de enchimento. Agulha: o número mágico do RULER em um palheiro. Texto próprio ou um arquivo: pergunta-se ao último token o que vem a seguir.</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Comprimento</translation>
    </message>
    <message>
        <source>Tokens of the prompt; fillers meet it and never exceed it. Choose or type.</source>
        <translation>Tokens do prompt; o enchimento o atinge e nunca o excede. Escolha ou digite.</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Profundidade</translation>
    </message>
    <message>
        <source>Where the needle stands: 0 % at the beginning, 100 % right before the question</source>
        <translation>Onde fica a agulha: 0 % no início, 100 % logo antes da pergunta</translation>
    </message>
    <message>
        <source>New prompt</source>
        <translation>Novo prompt</translation>
    </message>
    <message>
        <source>Another key: the next seed</source>
        <translation>Outra chave: a próxima semente</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Decides key and words: equal seeds give equal prompts</source>
        <translation>Determina a chave e as palavras: sementes iguais dão prompts iguais</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Dígitos</translation>
    </message>
    <message>
        <source>How many digits the key has</source>
        <translation>Quantos dígitos a chave tem</translation>
    </message>
    <message>
        <source>A text file, whose end is asked what comes next</source>
        <translation>Um arquivo de texto, a cujo final se pergunta o que vem a seguir</translation>
    </message>
    <message>
        <source>Type or paste a text in any script. Token boundaries appear as you stop typing.</source>
        <translation>Digite ou cole um texto em qualquer escrita. Os limites dos tokens aparecem quando você para de digitar.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>The prompt. Select a passage and press “Mark as needle” to see which heads look at it.</source>
        <translation>O prompt. Selecione um trecho e pressione “Marcar como agulha” para ver quais cabeças olham para ele.</translation>
    </message>
    <message>
        <source>Mark as needle</source>
        <translation>Marcar como agulha</translation>
    </message>
    <message>
        <source>Take what is selected in the text as the needle</source>
        <translation>Usar como agulha o que está selecionado no texto</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>Agulha</translation>
    </message>
    <message>
        <source>A passage of the text that must be found; may stay empty</source>
        <translation>Um trecho do texto que deve ser encontrado; pode ficar vazio</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Resposta</translation>
    </message>
    <message>
        <source>What should come next; its tokens are scored. May stay empty.</source>
        <translation>O que deve vir a seguir; seus tokens são pontuados. Pode ficar vazia.</translation>
    </message>
    <message>
        <source>Take the longest prompt that fits into memory now</source>
        <translation>Usar o prompt mais longo que cabe na memória agora</translation>
    </message>
    <message>
        <source>Keeps the whole matrix of every head, pooled. Without it, the matrix of a head is made when you look at it.</source>
        <translation>Guarda a matriz inteira de cada cabeça, com pooling. Sem isto, a matriz de uma cabeça é criada quando você olha para ela.</translation>
    </message>
    <message>
        <source>Runs the prompt through the checkpoint and keeps where every head looks (Ctrl+Return)</source>
        <translation>Passa o prompt pelo checkpoint e guarda para onde cada cabeça olha (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Stops the capture; what is shown stays</source>
        <translation>Para a captura; o que é mostrado permanece</translation>
    </message>
    <message>
        <source>Progress of the capture</source>
        <translation>Progresso da captura</translation>
    </message>
    <message>
        <source>Type a number of tokens from 1 to %1.</source>
        <translation>Digite um número de tokens de 1 a %1.</translation>
    </message>
    <message>
        <source>%1 × the training length of %2 tokens</source>
        <translation>%1 × o comprimento de treinamento de %2 tokens</translation>
    </message>
    <message>
        <source>The training length is not known.</source>
        <translation>O comprimento de treinamento não é conhecido.</translation>
    </message>
    <message>
        <source>No run is selected</source>
        <translation>Nenhuma execução está selecionada</translation>
    </message>
    <message>
        <source>Step %1 (latest)</source>
        <translation>Passo %1 (mais recente)</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Passo %1</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Mais recente</translation>
    </message>
    <message numerus="yes">
        <source>%Ln token(s)</source>
        <translation>
            <numerusform>%Ln token</numerusform>
            <numerusform>%Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>This prompt of %1 tokens needs more memory than is free; %2 would fit.</source>
        <translation>Este prompt de %1 tokens precisa de mais memória do que há livre; %2 caberiam.</translation>
    </message>
    <message>
        <source>Use %1 tokens</source>
        <translation>Usar %1 tokens</translation>
    </message>
    <message>
        <source>Takes about three times as long, and %1 of memory.</source>
        <translation>Leva cerca de três vezes mais tempo, e %1 de memória.</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Iniciando</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>1: what is being run; 2: what is being done</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>Escala do RoPE</translation>
    </message>
</context>
<context>
    <name>bam::views::ResultModel</name>
    <message>
        <source>best</source>
        <translation>melhor</translation>
    </message>
    <message>
        <source>not significantly worse than the best</source>
        <translation>não significativamente pior que o melhor</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Click to have the rows in their own order again</source>
        <translation>Clique para ter as linhas de novo na sua própria ordem</translation>
    </message>
    <message>
        <source>Click to sort the rows by this column</source>
        <translation>Clique para ordenar as linhas por esta coluna</translation>
    </message>
</context>
<context>
    <name>bam::views::RetrievalStrip</name>
    <message>
        <source>Retrieval strip</source>
        <translation>Faixa de recuperação</translation>
    </message>
    <message>
        <source>One row per head, one column per position of the prompt. Up and down choose a head, left and right a position, plus and minus zoom, Home shows everything.</source>
        <translation>Uma linha por cabeça, uma coluna por posição do prompt. Para cima e para baixo escolhem uma cabeça; esquerda e direita, uma posição; mais e menos alteram o zoom; Home mostra tudo.</translation>
    </message>
    <message>
        <source>Where the answer&apos;s queries look: one row per head, one column per key position, the largest weight where columns stand for several keys. Wheel: zoom; drag: move; double click: everything; click: choose the head everywhere.</source>
        <translation>Para onde as consultas da resposta olham: uma linha por cabeça, uma coluna por posição da chave, com o maior peso onde colunas representam várias chaves. Roda do mouse: zoom; arrastar: mover; clique duplo: tudo; clique: escolher a cabeça em toda parte.</translation>
    </message>
    <message>
        <source>%1, key %2 %3: weight %4</source>
        <comment>1: head; 2: position; 3: quoted token</comment>
        <translation>%1, chave %2 %3: peso %4</translation>
    </message>
    <message numerus="yes">
        <source>, %Ln token(s) before the query</source>
        <translation>
            <numerusform>, %Ln token antes da consulta</numerusform>
            <numerusform>, %Ln tokens antes da consulta</numerusform>
        </translation>
    </message>
    <message>
        <source>, in the needle</source>
        <translation>, na agulha</translation>
    </message>
    <message numerus="yes">
        <source>Needle, %Ln token(s)</source>
        <translation>
            <numerusform>Agulha, %Ln token</numerusform>
            <numerusform>Agulha, %Ln tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Key position</source>
        <translation>Posição da chave</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
</context>
<context>
    <name>bam::views::RowStrips</name>
    <message>
        <source>λ scales content scores and grows with the number of keys under Scalable-Softmax; Z = 1 / Σ content × position says how little the two agree</source>
        <translation>λ escala os escores de conteúdo e cresce com o número de chaves com Scalable-Softmax; Z = 1 / Σ conteúdo × posição diz quão pouco os dois concordam</translation>
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
        <translation>Só se pode pedir isso a uma execução em andamento; esta não está em andamento.</translation>
    </message>
    <message>
        <source>&amp;Open folder</source>
        <translation>&amp;Abrir pasta</translation>
    </message>
    <message>
        <source>Shows the run&apos;s folder in the file manager (Enter)</source>
        <translation>Mostra a pasta da execução no gerenciador de arquivos (Enter)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Retomar</translation>
    </message>
    <message>
        <source>Goes on from the last checkpoint, in the same folder</source>
        <translation>Continua a partir do último checkpoint, na mesma pasta</translation>
    </message>
    <message>
        <source>It is running already.</source>
        <translation>Já está em execução.</translation>
    </message>
    <message>
        <source>It was made by the official code and has no checkpoints that can be resumed. Duplicate it as a new set-up instead.</source>
        <translation>Foi criada pelo código oficial e não tem checkpoints que possam ser retomados. Em vez disso, duplique-a como nova configuração.</translation>
    </message>
    <message>
        <source>It has done all its steps. Duplicate it as a new set-up to train longer.</source>
        <translation>Já concluiu todos os passos. Duplique-a como nova configuração para treinar por mais tempo.</translation>
    </message>
    <message>
        <source>Its folder does not say how far it got.</source>
        <translation>A pasta não diz até onde ela chegou.</translation>
    </message>
    <message>
        <source>Writes a checkpoint and ends, to be resumed later; the device is free meanwhile</source>
        <translation>Grava um checkpoint e termina, para ser retomada depois; enquanto isso o dispositivo fica livre</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>Finishes the step, writes a checkpoint and ends</source>
        <translation>Conclui o passo, grava um checkpoint e termina</translation>
    </message>
    <message>
        <source>Write a &amp;checkpoint</source>
        <translation>Gravar &amp;checkpoint</translation>
    </message>
    <message>
        <source>Writes a checkpoint at the next step and goes on</source>
        <translation>Grava um checkpoint no próximo passo e continua</translation>
    </message>
    <message>
        <source>E&amp;valuate…</source>
        <translation>A&amp;valiar…</translation>
    </message>
    <message>
        <source>Measures pass-key retrieval with the last checkpoint</source>
        <translation>Mede a recuperação da chave de acesso com o último checkpoint</translation>
    </message>
    <message>
        <source>It has not trained yet, so there is nothing to evaluate.</source>
        <translation>Ainda não treinou, portanto não há nada a avaliar.</translation>
    </message>
    <message>
        <source>&amp;Duplicate as a new set-up</source>
        <translation>&amp;Duplicar como nova configuração</translation>
    </message>
    <message>
        <source>Opens the set-up with this run&apos;s settings, to be changed and started</source>
        <translation>Abre a configuração com os valores desta execução, para alterar e iniciar</translation>
    </message>
    <message>
        <source>Its settings cannot be read.</source>
        <translation>Não é possível ler seus valores de configuração.</translation>
    </message>
    <message>
        <source>E&amp;xport curves…</source>
        <translation>E&amp;xportar curvas…</translation>
    </message>
    <message>
        <source>Writes training and validation curves into one CSV file</source>
        <translation>Grava as curvas de treinamento e de validação em um único arquivo CSV</translation>
    </message>
    <message>
        <source>Copy pat&amp;h</source>
        <translation>Copiar camin&amp;ho</translation>
    </message>
    <message>
        <source>Puts the folder&apos;s path on the clipboard</source>
        <translation>Coloca o caminho da pasta na área de transferência</translation>
    </message>
    <message>
        <source>Pi&amp;n on top</source>
        <translation>&amp;Fixar no topo</translation>
    </message>
    <message>
        <source>Pinned runs stay on top of the list, however it is sorted</source>
        <translation>Execuções fixadas ficam no topo da lista, seja qual for a ordenação</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <comment>pin the selected runs</comment>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>&amp;Tags and note…</source>
        <translation>&amp;Tags e nota…</translation>
    </message>
    <message>
        <source>Kept in the run&apos;s folder, so that they travel with it</source>
        <translation>Guardadas na pasta da execução, para que a acompanhem</translation>
    </message>
    <message>
        <source>&amp;Move to trash…</source>
        <translation>&amp;Mover para a lixeira…</translation>
    </message>
    <message>
        <source>Moves the run&apos;s folder to the desktop&apos;s trash; this can be undone</source>
        <translation>Move a pasta da execução para a lixeira do sistema; pode ser desfeito</translation>
    </message>
    <message>
        <source>It is running. Stop it first.</source>
        <translation>Está em execução. Pare-a primeiro.</translation>
    </message>
    <message>
        <source>Select a run first.</source>
        <translation>Selecione uma execução primeiro.</translation>
    </message>
    <message>
        <source>Select a single run.</source>
        <translation>Selecione uma única execução.</translation>
    </message>
    <message>
        <source>&amp;Pause…</source>
        <translation>&amp;Pausar…</translation>
    </message>
    <message>
        <source>&amp;Look into attention</source>
        <translation>Exami&amp;nar a atenção</translation>
    </message>
    <message>
        <source>Shows where the heads of its checkpoints look, on the page “Attention”</source>
        <translation>Mostra para onde olham as cabeças dos seus checkpoints, na página “Atenção”</translation>
    </message>
    <message>
        <source>It has not trained yet, so there is nothing to look into.</source>
        <translation>Ainda não treinou, portanto não há nada a examinar.</translation>
    </message>
    <message>
        <source>Capture &amp;attention now</source>
        <translation>Capturar a &amp;atenção agora</translation>
    </message>
    <message>
        <source>Captures where its heads look after the next step, for the page “Film”, and goes on</source>
        <translation>Captura para onde suas cabeças olham depois do próximo passo, para a página “Filme”, e continua</translation>
    </message>
    <message>
        <source>It was imported from another program: it has curves and no model.</source>
        <translation>Foi importada de outro programa: tem curvas e nenhum modelo.</translation>
    </message>
</context>
<context>
    <name>bam::views::RunColorMenu</name>
    <message>
        <source>&amp;Colour</source>
        <translation>C&amp;or</translation>
    </message>
    <message>
        <source>Of its &amp;encoding</source>
        <translation>Da &amp;codificação</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Azul</translation>
    </message>
    <message>
        <source>Vermilion</source>
        <translation>Vermelhão</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Verde</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>Rosa</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>Laranja</translation>
    </message>
    <message>
        <source>Sky blue</source>
        <translation>Azul-celeste</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>Amarelo</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Cinza</translation>
    </message>
    <message>
        <source>&amp;Other…</source>
        <translation>&amp;Outra…</translation>
    </message>
    <message>
        <source>Colour of the curves</source>
        <translation>Cor das curvas</translation>
    </message>
</context>
<context>
    <name>bam::views::RunPriors</name>
    <message>
        <source>Plane of shape and scale</source>
        <translation>Plano de forma e escala</translation>
    </message>
    <message>
        <source>Each head at its shape θβ and strength θα, with the way it came. θβ &gt; 0: local. −0.6 &lt; θβ ≤ 0: broad. θβ ≤ −0.6: inverted, retrieval heads. Click: into the explorer; Ctrl + click: compare.</source>
        <translation>Cada cabeça na sua forma θβ e intensidade θα, com o caminho que percorreu. θβ &gt; 0: local. −0,6 &lt; θβ ≤ 0: ampla. θβ ≤ −0,6: invertida, cabeças de recuperação. Clique: para o explorador; Ctrl + clique: comparar.</translation>
    </message>
    <message>
        <source>A parameter of all heads over steps</source>
        <translation>Um parâmetro de todas as cabeças ao longo dos passos</translation>
    </message>
    <message>
        <source>One line per head. Click a line: its head into the explorer; click elsewhere or drag: to that step.</source>
        <translation>Uma linha por cabeça. Clique em uma linha: sua cabeça vai para o explorador; clique em outro lugar ou arraste: até esse passo.</translation>
    </message>
    <message>
        <source>No run is selected.</source>
        <translation>Nenhuma execução está selecionada.</translation>
    </message>
    <message>
        <source>%1: slopes that do not change</source>
        <comment>1: run</comment>
        <translation>%1: inclinações que não mudam</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <comment>1: run</comment>
        <translation>%1, passo %2</translation>
    </message>
    <message>
        <source>inverted</source>
        <translation>invertida</translation>
    </message>
    <message>
        <source>broad</source>
        <translation>ampla</translation>
    </message>
    <message>
        <source>local</source>
        <translation>local</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source> · one prior for all layers</source>
        <translation> · um prior para todas as camadas</translation>
    </message>
    <message>
        <source>Select runs with BAM or Kerple in the list to see how far each of their heads looks, and how it learned to.</source>
        <translation>Selecione na lista execuções com BAM ou Kerple para ver até onde cada uma de suas cabeças olha e como aprendeu isso.</translation>
    </message>
    <message>
        <source>Shape %1</source>
        <comment>1: symbol</comment>
        <translation>Forma %1</translation>
    </message>
    <message>
        <source>Strength %1</source>
        <comment>1: symbol</comment>
        <translation>Intensidade %1</translation>
    </message>
</context>
<context>
    <name>bam::views::RunTree</name>
    <message>
        <source>Runs</source>
        <translation>Execuções</translation>
    </message>
    <message>
        <source>Click to sort; Ctrl+click sorts further by a second column. Right-click to choose columns.</source>
        <translation>Clique para ordenar; Ctrl+clique ordena também por uma segunda coluna. Clique com o botão direito para escolher as colunas.</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>Ordenar por esta coluna</translation>
    </message>
    <message>
        <source>Sort further by this column</source>
        <translation>Ordenar também por esta coluna</translation>
    </message>
</context>
<context>
    <name>bam::views::RunsView</name>
    <message>
        <source>Edit notes</source>
        <translation>Editar notas</translation>
    </message>
    <message>
        <source>Filter runs, e.g. bam size:l12 loss&lt;3</source>
        <translation>Filtrar execuções, ex.: bam size:l12 loss&lt;3</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>Filtrar execuções</translation>
    </message>
    <message>
        <source>Puts runs that have something in common below one heading</source>
        <translation>Coloca sob um mesmo título as execuções que têm algo em comum</translation>
    </message>
    <message>
        <source>Group runs by</source>
        <translation>Agrupar execuções por</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>Sem grupos</translation>
    </message>
    <message>
        <source>By size</source>
        <translation>Por tamanho</translation>
    </message>
    <message>
        <source>By encoding</source>
        <translation>Por codificação</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Por estado</translation>
    </message>
    <message>
        <source>By folder</source>
        <translation>Por pasta</translation>
    </message>
    <message>
        <source>By tag</source>
        <translation>Por tag</translation>
    </message>
    <message>
        <source>Looks at all folders again. Changes show by themselves; this is for network folders that tell nothing.</source>
        <translation>Examina todas as pastas de novo. As mudanças aparecem sozinhas; isto serve para pastas de rede, que não avisam nada.</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Atualizar</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Limpar filtro</translation>
    </message>
    <message>
        <source>No run matches the filter</source>
        <translation>Nenhuma execução corresponde ao filtro</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>Procurando execuções…</translation>
    </message>
    <message>
        <source>No runs here yet</source>
        <translation>Nenhuma execução aqui ainda</translation>
    </message>
    <message>
        <source>Runs that it hides: %1</source>
        <translation>Execuções que ele oculta: %1</translation>
    </message>
    <message>
        <source>Set up a run and start it, or open a folder that holds runs.</source>
        <translation>Configure uma execução e inicie-a, ou abra uma pasta que contenha execuções.</translation>
    </message>
    <message>
        <source>Change colour</source>
        <translation>Alterar cor</translation>
    </message>
    <message>
        <source>Tags and note of %1</source>
        <translation>Tags e nota de %1</translation>
    </message>
    <message>
        <source>Tags and notes of the selected runs (%1)</source>
        <translation>Tags e notas das execuções selecionadas (%1)</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fixar</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Desafixar</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <comment>1: what was done</comment>
        <translation>&amp;Desfazer: %1</translation>
    </message>
    <message>
        <source>Re&amp;do</source>
        <translation>&amp;Refazer</translation>
    </message>
    <message>
        <source>Re&amp;do: %1</source>
        <comment>1: what was undone</comment>
        <translation>&amp;Refazer: %1</translation>
    </message>
    <message>
        <source>Takes back the last change of the list: a move to the trash, tags, a note, a colour or a pin</source>
        <translation>Desfaz a última mudança da lista: mover para a lixeira, etiquetas, nota, cor ou fixação</translation>
    </message>
    <message>
        <source>Does again what was taken back last</source>
        <translation>Refaz o que foi desfeito por último</translation>
    </message>
    <message>
        <source>What can be filtered by</source>
        <translation>Pelo que se pode filtrar</translation>
    </message>
    <message>
        <source>Help for the filter</source>
        <translation>Ajuda do filtro</translation>
    </message>
</context>
<context>
    <name>bam::views::SetupView</name>
    <message>
        <source>the preset %1</source>
        <translation>predefinição %1</translation>
    </message>
    <message>
        <source>the set-up that was opened</source>
        <translation>configuração aberta</translation>
    </message>
    <message>
        <source>Open a set-up</source>
        <translation>Abrir uma configuração</translation>
    </message>
    <message>
        <source>Take over %1</source>
        <translation>Adotar %1</translation>
    </message>
    <message>
        <source>Reset all fields</source>
        <translation>Redefinir todos os campos</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>Redefinir %1</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Colar</translation>
    </message>
    <message>
        <source>Choose a dataset first: its first documents and their token boundaries are shown here.</source>
        <translation>Escolha primeiro um conjunto de dados: seus primeiros documentos e os limites dos tokens são mostrados aqui.</translation>
    </message>
    <message>
        <source>As in %1.</source>
        <translation>Igual a: %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n field(s) differ from %1.</source>
        <translation>
            <numerusform>%n campo difere de: %1.</numerusform>
            <numerusform>%n campos diferem de: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s): show</source>
        <translation>
            <numerusform>%n problema: mostrar</numerusform>
            <numerusform>%n problemas: mostrar</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: see what is expected there</source>
        <translation>%1: veja o que é esperado ali</translation>
    </message>
    <message>
        <source>Start this run now (Ctrl+Return)</source>
        <translation>Iniciar esta execução agora (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Start this run when its device is free</source>
        <translation>Iniciar esta execução quando o dispositivo estiver livre</translation>
    </message>
    <message>
        <source>Several runs: encodings, sizes, seeds, values of a field</source>
        <translation>Várias execuções: codificações, tamanhos, sementes, valores de um campo</translation>
    </message>
    <message>
        <source>The same run as a command line, under torchrun or as a Slurm job</source>
        <translation>A mesma execução como linha de comando, com torchrun ou como tarefa Slurm</translation>
    </message>
    <message>
        <source>Ready to start</source>
        <translation>Pronta para iniciar</translation>
    </message>
    <message>
        <source>Ready, but memory is short</source>
        <translation>Pronta, mas falta memória</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>Undo the last change of a field</source>
        <translation>Desfazer a última alteração de um campo</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Refazer</translation>
    </message>
    <message>
        <source>Redo what was undone</source>
        <translation>Refazer o que foi desfeito</translation>
    </message>
    <message>
        <source>&amp;Open spec…</source>
        <translation>&amp;Abrir especificação…</translation>
    </message>
    <message>
        <source>Take the set-up from a JSON file</source>
        <translation>Carregar a configuração de um arquivo JSON</translation>
    </message>
    <message>
        <source>&amp;Save spec…</source>
        <translation>&amp;Salvar especificação…</translation>
    </message>
    <message>
        <source>Write this set-up as a JSON file</source>
        <translation>Gravar esta configuração como arquivo JSON</translation>
    </message>
    <message>
        <source>&amp;Paste flags or JSON…</source>
        <translation>&amp;Colar flags ou JSON…</translation>
    </message>
    <message>
        <source>Take fields from an official command line, one of ours, or JSON</source>
        <translation>Obter campos de uma linha de comando oficial, de uma nossa ou de JSON</translation>
    </message>
    <message>
        <source>&amp;Start run</source>
        <translation>&amp;Iniciar execução</translation>
    </message>
    <message>
        <source>Start this run now</source>
        <translation>Iniciar esta execução agora</translation>
    </message>
    <message>
        <source>&amp;Queue run</source>
        <translation>&amp;Enfileirar execução</translation>
    </message>
    <message>
        <source>S&amp;weep…</source>
        <translation>Varred&amp;ura…</translation>
    </message>
    <message>
        <source>Queue several runs</source>
        <translation>Enfileirar várias execuções</translation>
    </message>
    <message>
        <source>Copy as &amp;command line</source>
        <translation>Copiar como linha de c&amp;omando</translation>
    </message>
    <message>
        <source>Copy as &amp;torchrun line</source>
        <translation>Copiar como linha &amp;torchrun</translation>
    </message>
    <message>
        <source>Copy as &amp;sbatch script</source>
        <translation>Copiar como scri&amp;pt sbatch</translation>
    </message>
    <message>
        <source>Start from a preset</source>
        <translation>Partir de predefinição</translation>
    </message>
    <message>
        <source>Take over one of the recipes; dataset, run folder and device stay</source>
        <translation>Adotar uma das receitas; conjunto de dados, pasta de execuções e dispositivo permanecem</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Redefinir tudo</translation>
    </message>
    <message>
        <source>Back to what the set-up came from; can be undone</source>
        <translation>Voltar à origem da configuração; pode ser desfeito</translation>
    </message>
    <message>
        <source>Find a field or a flag</source>
        <translation>Encontrar um campo ou uma flag</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nada encontrado</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Avançado</translation>
    </message>
    <message>
        <source>Also show fields that are rarely changed</source>
        <translation>Mostrar também os campos raramente alterados</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ajuda</translation>
    </message>
    <message>
        <source>Explain every field below its line</source>
        <translation>Explicar cada campo abaixo da sua linha</translation>
    </message>
    <message>
        <source>Build a dataset…</source>
        <translation>Criar conjunto de dados…</translation>
    </message>
    <message>
        <source>Make token shards from text, JSONL or Parquet</source>
        <translation>Gerar shards de tokens a partir de texto, JSONL ou Parquet</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Prévia</translation>
    </message>
    <message>
        <source>Show the first documents and where the tokenizer cuts them</source>
        <translation>Mostrar os primeiros documentos e onde o tokenizador os corta</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>Dispositi&amp;vo</translation>
    </message>
    <message>
        <source>Go to the next field that has to be corrected</source>
        <translation>Ir para o próximo campo que precisa ser corrigido</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Copiar comando</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Enfileirar</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>Varredura…</translation>
    </message>
    <message>
        <source>Train on %1</source>
        <translation>Treinar com %1</translation>
    </message>
    <message>
        <source>As in %1, but for: %2.</source>
        <translation>Como em %1, exceto: %2.</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names of fields</comment>
        <translation>, </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>cause and hint</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>The tokenizer of the data has %1 pieces: at least so many are expected here, not %2.</source>
        <translation>O tokenizador dos dados tem %1 peças: espera-se aqui pelo menos esse número, não %2.</translation>
    </message>
    <message>
        <source>The dataset has %1 tokens, at least %2 are expected: %3 for validation and the gap after it, %4 for one step and 1 for its last target. Use more text, or less for validation.</source>
        <translation>O conjunto de dados tem %1 tokens, esperam-se pelo menos %2: %3 para a validação e o intervalo depois dela, %4 para um passo e 1 para o último alvo. Use mais texto, ou menos para a validação.</translation>
    </message>
    <message>
        <source>Vocabulary of the data</source>
        <translation>Vocabulário dos dados</translation>
    </message>
    <message>
        <source>%1 The vocabulary is that of the data: %2 pieces.</source>
        <translation>%1 O vocabulário é o dos dados: %2 peças.</translation>
    </message>
</context>
<context>
    <name>bam::views::StartPage</name>
    <message>
        <source>How far does a position reach?</source>
        <translation>Até onde alcança uma posição?</translation>
    </message>
    <message>
        <source>Train small and large models with different positional encodings, watch their priors and losses, and see what they still find far beyond the length they were trained on. There are no runs in the open folders yet. Begin with one of these:</source>
        <translation>Treine modelos pequenos e grandes com diferentes codificações posicionais, acompanhe seus priors e perdas e veja o que eles ainda encontram muito além do comprimento em que foram treinados. Ainda não há execuções nas pastas abertas. Comece por uma destas opções:</translation>
    </message>
    <message>
        <source>Train the two-minute example</source>
        <translation>Treinar o exemplo de dois minutos</translation>
    </message>
    <message>
        <source>A model of 0.46 million parameters learns to find a pass key with BAM. Two processor cores and no data of your own are enough.</source>
        <translation>Um modelo de 0,46 milhão de parâmetros aprende a encontrar uma chave de acesso com BAM. Bastam dois núcleos de processador, e nenhum dado próprio é necessário.</translation>
    </message>
    <message>
        <source>&amp;Train it now</source>
        <translation>&amp;Treinar agora</translation>
    </message>
    <message>
        <source>Open a folder</source>
        <translation>Abrir uma pasta</translation>
    </message>
    <message>
        <source>Runs of Bamscope or of the official code: the folder given as log_dir, or any folder above runs.</source>
        <translation>Execuções do Bamscope ou do código oficial: a pasta indicada como log_dir ou qualquer pasta acima de execuções.</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Abrir…</translation>
    </message>
    <message>
        <source>Build a dataset</source>
        <translation>Criar um conjunto de dados</translation>
    </message>
    <message>
        <source>Turn text, JSON Lines or Parquet into token shards, with a look at documents and token boundaries before you start.</source>
        <translation>Transforme texto, JSON Lines ou Parquet em shards de tokens, vendo documentos e limites dos tokens antes de começar.</translation>
    </message>
    <message>
        <source>&amp;Build…</source>
        <translation>&amp;Criar…</translation>
    </message>
    <message>
        <source>Set up a run</source>
        <translation>Configurar uma execução</translation>
    </message>
    <message>
        <source>Every field of a training run with its meaning, checked as you type, with memory and time before it starts.</source>
        <translation>Cada campo de um treinamento com o seu significado, verificado enquanto você digita, com memória e tempo antes de iniciar.</translation>
    </message>
    <message>
        <source>&amp;Set up…</source>
        <translation>C&amp;onfigurar…</translation>
    </message>
    <message>
        <source>Opened before: %1</source>
        <translation>Abertas antes: %1</translation>
    </message>
    <message>
        <source>Explore a prior</source>
        <translation>Explorar um prior</translation>
    </message>
    <message>
        <source>What the shape of a positional prior does to near and far tokens, from 16 to a million of them. Needs no run.</source>
        <translation>O que a forma de um prior posicional faz com tokens próximos e distantes, de 16 a um milhão deles. Não precisa de nenhuma execução.</translation>
    </message>
    <message>
        <source>&amp;Explore…</source>
        <translation>&amp;Explorar…</translation>
    </message>
</context>
<context>
    <name>bam::views::SweepDialog</name>
    <message>
        <source>Sweep</source>
        <translation>Varredura</translation>
    </message>
    <message>
        <source>The runs of this sweep</source>
        <translation>As execuções desta varredura</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>Codificação</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memória</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Enfileirar</translation>
    </message>
    <message>
        <source>Encodings</source>
        <translation>Codificações</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>Tamanhos</translation>
    </message>
    <message>
        <source>Seeds and one more field</source>
        <translation>Sementes e mais um campo</translation>
    </message>
    <message>
        <source>&amp;Seeds</source>
        <translation>&amp;Sementes</translation>
    </message>
    <message>
        <source>Numbers and ranges: 0-4, 7. Several seeds show how much chance is in a difference.</source>
        <translation>Números e intervalos: 0-4, 7. Várias sementes mostram quanto de uma diferença é acaso.</translation>
    </message>
    <message>
        <source>A further field</source>
        <translation>Outro campo</translation>
    </message>
    <message>
        <source>no further field</source>
        <translation>nenhum outro campo</translation>
    </message>
    <message>
        <source>Values of the further field</source>
        <translation>Valores do outro campo</translation>
    </message>
    <message>
        <source>values separated by commas</source>
        <translation>valores separados por vírgulas</translation>
    </message>
    <message>
        <source>These are %L1 runs; at most %L2 can be queued at once.</source>
        <translation>São %L1 execuções; no máximo %L2 podem ser enfileiradas de uma vez.</translation>
    </message>
    <message numerus="yes">
        <source>&amp;Queue %n run(s)</source>
        <translation>
            <numerusform>&amp;Enfileirar %n execução</numerusform>
            <numerusform>&amp;Enfileirar %n execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) cannot start: the table says what is expected.</source>
        <translation>
            <numerusform>%n execução não pode iniciar: a tabela diz o que é esperado.</numerusform>
            <numerusform>%n execuções não podem iniciar: a tabela diz o que é esperado.</numerusform>
        </translation>
    </message>
    <message>
        <source>The largest run needs about %1, but only %2 are free on %3.</source>
        <translation>A maior execução precisa de cerca de %1, mas só há %2 livres em %3.</translation>
    </message>
    <message>
        <source>At most %1 of memory at a time. There is no measurement on this device yet, so the time is not known.</source>
        <translation>No máximo %1 de memória por vez. Ainda não há medição neste dispositivo, portanto o tempo não é conhecido.</translation>
    </message>
    <message>
        <source>About %1 in all on one device, at most %2 of memory at a time.</source>
        <translation>Cerca de %1 no total em um dispositivo, no máximo %2 de memória por vez.</translation>
    </message>
</context>
<context>
    <name>bam::views::TextView</name>
    <message>
        <source>Beginning mark</source>
        <translation>Marca de início</translation>
    </message>
    <message>
        <source>&amp;Write</source>
        <translation>&amp;Escrever</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Parar</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Copiar</translation>
    </message>
    <message>
        <source>What the model writes appears here, token by token.</source>
        <translation>O que o modelo escreve aparece aqui, token por token.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>The prompt, and in full colour what the model wrote after it</source>
        <translation>O prompt e, em cor plena, o que o modelo escreveu depois dele</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Puts prompt and text on the clipboard</source>
        <translation>Coloca prompt e texto na área de transferência</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Execução</translation>
    </message>
    <message>
        <source>Which of the runs selected in the list writes</source>
        <translation>Qual das execuções selecionadas na lista escreve</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>The step whose weights are used</source>
        <translation>O passo cujos pesos são usados</translation>
    </message>
    <message>
        <source>Type what the model goes on from.</source>
        <translation>Digite de onde o modelo continua.</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Prompt</translation>
    </message>
    <message>
        <source>What the model goes on from. Ctrl+Enter writes.</source>
        <translation>De onde o modelo continua. Ctrl+Enter escreve.</translation>
    </message>
    <message>
        <source>0 (likeliest)</source>
        <translation>0 (mais provável)</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>0 takes the likeliest token each time, 1 draws as the model has learned, more is wilder</source>
        <translation>0 toma sempre o token mais provável, 1 sorteia como o modelo aprendeu, mais é mais solto</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todos</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Draws among so many of the likeliest tokens</source>
        <translation>Sorteia entre tantos dos tokens mais prováveis</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Draws among the likeliest tokens that together have this probability</source>
        <translation>Sorteia entre os tokens mais prováveis que juntos têm esta probabilidade</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>Nova semente</translation>
    </message>
    <message>
        <source>Another text: the next seed</source>
        <translation>Outro texto: a próxima semente</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Equal seeds write equal texts</source>
        <translation>Sementes iguais escrevem textos iguais</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Most tokens that are written; a model may end by itself before</source>
        <translation>Máximo de tokens escritos; um modelo pode terminar sozinho antes</translation>
    </message>
    <message>
        <source>Begins with the tokenizer&apos;s beginning-of-sequence piece; take what the model saw in training</source>
        <translation>Começa com a peça de início de sequência do tokenizador; use o que o modelo viu no treinamento</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Escrever</translation>
    </message>
    <message>
        <source>Lets the model write on after the prompt (Ctrl+Enter)</source>
        <translation>Faz o modelo continuar a escrever depois do prompt (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
    <message>
        <source>Ends the text after this token</source>
        <translation>Encerra o texto depois deste token</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>Mais recente</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Passo %1</translation>
    </message>
    <message>
        <source>Select a run in the list: its model writes here.</source>
        <translation>Selecione uma execução na lista: seu modelo escreve aqui.</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>O modelo está sendo carregado…</translation>
    </message>
    <message>
        <source>The prompt is being read: %1 of %2 tokens</source>
        <translation>O prompt está sendo lido: %1 de %2 tokens</translation>
    </message>
    <message>
        <source>%1 tokens, %2 tokens/s</source>
        <translation>%1 tokens, %2 tokens/s</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 tokens</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>Escala do RoPE</translation>
    </message>
</context>
<context>
    <name>bam::views::TimeScrubber</name>
    <message>
        <source>Play</source>
        <translation>Reproduzir</translation>
    </message>
    <message>
        <source>Play the training as a film (Space)</source>
        <translation>Reproduzir o treinamento como um filme (Espaço)</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Primeiro passo</translation>
    </message>
    <message>
        <source>To the first step</source>
        <translation>Ir para o primeiro passo</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Último passo</translation>
    </message>
    <message>
        <source>To the last step, and along with a run that goes on</source>
        <translation>Ir para o último passo e acompanhar uma execução em andamento</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Repetir</translation>
    </message>
    <message>
        <source>Begin again at the end of the film</source>
        <translation>Recomeçar ao fim do filme</translation>
    </message>
    <message>
        <source>Step of the training</source>
        <translation>Passo do treinamento</translation>
    </message>
    <message>
        <source>Speed of the film</source>
        <translation>Velocidade do filme</translation>
    </message>
    <message>
        <source>Speed of the film; at 1× the whole training takes 12 seconds</source>
        <translation>Velocidade do filme; em 1× o treinamento inteiro leva 12 segundos</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>No steps</source>
        <translation>Sem passos</translation>
    </message>
    <message>
        <source>Step %1, live</source>
        <translation>Passo %1, ao vivo</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>Passo %1 de %2</translation>
    </message>
    <message>
        <source>Which step of the training is shown: one logged step per arrow key</source>
        <translation>Qual passo do treino é mostrado: um passo registrado por tecla de seta</translation>
    </message>
</context>
<context>
    <name>bam::views::TokenView</name>
    <message>
        <source>First documents with token boundaries</source>
        <translation>Primeiros documentos com limites dos tokens</translation>
    </message>
    <message>
        <source>Reading the first documents…</source>
        <translation>Lendo os primeiros documentos…</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n arquivo, %1</numerusform>
            <numerusform>%n arquivos, %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 tokens</source>
        <translation>%1: %2 tokens</translation>
    </message>
    <message>
        <source>%1: about %2 tokens</source>
        <translation>%1: cerca de %2 tokens</translation>
    </message>
    <message>
        <source>%1 characters per token, tokenizer of %2 pieces</source>
        <translation>%1 caracteres por token, tokenizador de %2 peças</translation>
    </message>
    <message>
        <source>%1: %2 characters, %3 tokens</source>
        <translation>%1: %2 caracteres, %3 tokens</translation>
    </message>
    <message>
        <source>%1: %2 characters</source>
        <translation>%1: %2 caracteres</translation>
    </message>
    <message>
        <source>Token %1, id %2</source>
        <translation>Token %1, id %2</translation>
    </message>
</context>
<context>
    <name>bam::window::CommandPalette</name>
    <message>
        <source>%1: %2</source>
        <comment>menu, then action</comment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Comandos</translation>
    </message>
    <message>
        <source>Type what you want to do</source>
        <translation>Digite o que você quer fazer</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Comando</translation>
    </message>
    <message>
        <source>No command has these letters.</source>
        <translation>Nenhum comando tem essas letras.</translation>
    </message>
</context>
<context>
    <name>bam::window::ComparePart</name>
    <message>
        <source>%1, and others of its kind</source>
        <translation>%1 e outras do mesmo tipo</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 selected runs are compared.</source>
        <translation>Somente as primeiras %1 de %2 execuções selecionadas são comparadas.</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Salvar a tabela</translation>
    </message>
    <message>
        <source>LaTeX with booktabs (*.tex);;Markdown (*.md);;Tab-separated values (*.tsv)</source>
        <translation>LaTeX com booktabs (*.tex);;Markdown (*.md);;Valores separados por tabulação (*.tsv)</translation>
    </message>
    <message>
        <source>The table was written to %1.</source>
        <translation>A tabela foi gravada em %1.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: run, 2: how its RoPE is scaled, such as yarn × 8</comment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>bam::window::EvaluationsPart</name>
    <message>
        <source>Only the first %1 of %2 selected runs are shown.</source>
        <translation>Apenas as primeiras %1 de %2 execuções selecionadas são mostradas.</translation>
    </message>
</context>
<context>
    <name>bam::window::FiguresPart</name>
    <message>
        <source>The picture is on the clipboard</source>
        <translation>A imagem está na área de transferência</translation>
    </message>
    <message numerus="yes">
        <source>Reading the files of %n run(s)</source>
        <translation>
            <numerusform>Lendo os arquivos de %n execução</numerusform>
            <numerusform>Lendo os arquivos de %n execuções</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is there already and holds another figure.</source>
        <translation>%1 já existe e contém outra figura.</translation>
    </message>
    <message>
        <source>Choose another name, or replace it.</source>
        <translation>Escolha outro nome ou substitua-a.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Substituir</translation>
    </message>
    <message>
        <source>Written to %1: %2</source>
        <translation>Gravado em %1: %2</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir pasta</translation>
    </message>
    <message>
        <source>Running a prompt through %1</source>
        <translation>Passando um prompt por %1</translation>
    </message>
    <message>
        <source>Running a prompt through %1: %2</source>
        <translation>Passando um prompt por %1: %2</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Parar</translation>
    </message>
</context>
<context>
    <name>bam::window::FilmPart</name>
    <message>
        <source>The frame of step %1 cannot be read: %2</source>
        <translation>O quadro do passo %1 não pode ser lido: %2</translation>
    </message>
</context>
<context>
    <name>bam::window::JobsPart</name>
    <message>
        <source>Open a spec</source>
        <translation>Abrir uma especificação</translation>
    </message>
    <message>
        <source>Specs and runs (*.json)</source>
        <translation>Especificações e execuções (*.json)</translation>
    </message>
    <message>
        <source>Save the spec</source>
        <translation>Salvar a especificação</translation>
    </message>
    <message>
        <source>Specs (*.json)</source>
        <translation>Especificações (*.json)</translation>
    </message>
    <message>
        <source>The spec was saved as %1.</source>
        <translation>A especificação foi salva como %1.</translation>
    </message>
    <message>
        <source>The example&apos;s description (presets/example.json) is not beside the program.</source>
        <translation>A descrição do exemplo (presets/example.json) não está junto do programa.</translation>
    </message>
    <message>
        <source>Install the program again, or start it from its own folder.</source>
        <translation>Instale o programa de novo ou inicie-o a partir da sua própria pasta.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be made.</source>
        <translation>Não é possível criar a pasta %1.</translation>
    </message>
    <message>
        <source>Check the permissions of the home folder and the space on its disk.</source>
        <translation>Verifique as permissões da pasta pessoal e o espaço no disco.</translation>
    </message>
    <message>
        <source>Choose a text of a few megabytes for the example</source>
        <translation>Escolha um texto de alguns megabytes para o exemplo</translation>
    </message>
    <message>
        <source>Plain text (*.txt *.text *.md);;All files (*)</source>
        <translation>Texto simples (*.txt *.text *.md);;Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>%1 cannot be copied to %2.</source>
        <translation>Não é possível copiar %1 para %2.</translation>
    </message>
    <message>
        <source>Check that it can be read and that there is space on the disk.</source>
        <translation>Verifique se ele pode ser lido e se há espaço no disco.</translation>
    </message>
    <message>
        <source>Two-minute example</source>
        <translation>Exemplo de dois minutos</translation>
    </message>
    <message>
        <source>Mistral 7B v0.3 (the paper&apos;s)</source>
        <translation>Mistral 7B v0.3 (do artigo)</translation>
    </message>
    <message>
        <source>the preset %1</source>
        <translation>predefinição %1</translation>
    </message>
    <message>
        <source>The set-up now trains on the dataset %1.</source>
        <translation>A configuração agora treina com o conjunto de dados %1.</translation>
    </message>
    <message>
        <source>It also runs without the window: %1</source>
        <translation>Também roda sem a janela: %1</translation>
    </message>
    <message>
        <source>“%1” waits in the queue: its device is busy.</source>
        <translation>“%1” espera na fila: o dispositivo está ocupado.</translation>
    </message>
    <message>
        <source>It starts when the job before it ends. Preferences say how many jobs the CPU runs at a time.</source>
        <translation>Começa quando a tarefa anterior terminar. As preferências dizem quantas tarefas a CPU executa de cada vez.</translation>
    </message>
    <message>
        <source>Start it &amp;now</source>
        <translation>Iniciar &amp;agora</translation>
    </message>
    <message>
        <source>Its vocabulary follows when the dataset is built; a training that is queued starts then. Undo in the set-up takes it back.</source>
        <translation>O vocabulário é ajustado quando o conjunto de dados estiver pronto; um treinamento na fila começa então. Desfazer na configuração volta atrás.</translation>
    </message>
</context>
<context>
    <name>bam::window::LensPart</name>
    <message>
        <source>Making the matrix</source>
        <translation>Criando a matriz</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>Não é possível ler %1: %2.</translation>
    </message>
    <message>
        <source>Check the path and the permissions of the file.</source>
        <translation>Verifique o caminho e as permissões do arquivo.</translation>
    </message>
    <message>
        <source>%1 is larger than %2.</source>
        <translation>%1 é maior que %2.</translation>
    </message>
    <message>
        <source>Cut out the part that is to be looked at.</source>
        <translation>Recorte a parte que deve ser examinada.</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>Lendo %1</translation>
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
        <translation>Curvas de treinamento</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Execuções</translation>
    </message>
    <message>
        <source>Set-up</source>
        <translation>Configuração</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Tarefas</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Execução</translation>
    </message>
    <message>
        <source>&amp;New run…</source>
        <translation>&amp;Nova execução…</translation>
    </message>
    <message>
        <source>Set up a training: every field with its meaning, checked as you type</source>
        <translation>Configurar um treinamento: cada campo com o seu significado, verificado enquanto você digita</translation>
    </message>
    <message>
        <source>&amp;Build a dataset…</source>
        <translation>Criar con&amp;junto de dados…</translation>
    </message>
    <message>
        <source>Turn texts into token shards, with a preview of token boundaries</source>
        <translation>Transformar textos em shards de tokens, com prévia dos limites dos tokens</translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation>Ctrl+B</translation>
    </message>
    <message>
        <source>Train the two-minute &amp;example</source>
        <translation>Treinar o &amp;exemplo de dois minutos</translation>
    </message>
    <message>
        <source>A small BAM model that learns to find a pass key</source>
        <translation>Um pequeno modelo BAM que aprende a encontrar uma chave de acesso</translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation>&amp;Tarefas</translation>
    </message>
    <message>
        <source>&amp;Set-up</source>
        <translation>&amp;Configuração</translation>
    </message>
    <message>
        <source>&amp;Curves</source>
        <translation>C&amp;urvas</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Arquivo</translation>
    </message>
    <message>
        <source>&amp;Open folder…</source>
        <translation>&amp;Abrir pasta…</translation>
    </message>
    <message>
        <source>Show the runs below one more folder</source>
        <translation>Mostrar as execuções abaixo de mais uma pasta</translation>
    </message>
    <message>
        <source>Open &amp;again</source>
        <translation>Abrir &amp;novamente</translation>
    </message>
    <message>
        <source>&amp;Close folder</source>
        <translation>&amp;Fechar pasta</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>At&amp;ualizar</translation>
    </message>
    <message>
        <source>Look at all folders again</source>
        <translation>Examinar todas as pastas de novo</translation>
    </message>
    <message>
        <source>&amp;Export curves of selected runs…</source>
        <translation>&amp;Exportar curvas das execuções selecionadas…</translation>
    </message>
    <message>
        <source>All logged rows of the selected runs as one CSV file</source>
        <translation>Todas as linhas registradas das execuções selecionadas em um único arquivo CSV</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Preferences…</source>
        <translation>&amp;Preferências…</translation>
    </message>
    <message>
        <source>Colours, language, notifications</source>
        <translation>Cores, idioma, notificações</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Sair</translation>
    </message>
    <message>
        <source>Close the window. Running jobs go on, and are found again at the next start.</source>
        <translation>Fechar a janela. As tarefas em execução continuam e são reencontradas no próximo início.</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>E&amp;xibir</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <comment>pane</comment>
        <translation>Ir para %1</translation>
    </message>
    <message>
        <source>Show this pane and put the keyboard there</source>
        <translation>Mostrar este painel e colocar nele o foco do teclado</translation>
    </message>
    <message>
        <source>Go to the curves</source>
        <translation>Ir para as curvas</translation>
    </message>
    <message>
        <source>Put the keyboard into the plot</source>
        <translation>Colocar o foco do teclado no gráfico</translation>
    </message>
    <message>
        <source>&amp;Panes</source>
        <translation>&amp;Painéis</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>&amp;Cores</translation>
    </message>
    <message>
        <source>As the &amp;system says</source>
        <translation>Como no &amp;sistema</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Claro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Escuro</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Tela cheia</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Usar a tela inteira</translation>
    </message>
    <message>
        <source>&amp;Reset the arrangement of panes</source>
        <translation>&amp;Redefinir disposição dos painéis</translation>
    </message>
    <message>
        <source>Put every pane where it was at the first start</source>
        <translation>Colocar cada painel onde estava no primeiro início</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;juda</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Comandos…</translation>
    </message>
    <message>
        <source>Find any action by typing a few of its letters</source>
        <translation>Encontrar qualquer ação digitando algumas das suas letras</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Atalhos de teclado</translation>
    </message>
    <message>
        <source>All keys in one list</source>
        <translation>Todas as teclas em uma lista</translation>
    </message>
    <message>
        <source>Ctrl+/</source>
        <translation>Ctrl+/</translation>
    </message>
    <message>
        <source>&amp;Start page</source>
        <translation>Página &amp;inicial</translation>
    </message>
    <message>
        <source>The page of the first start</source>
        <translation>A página do primeiro início</translation>
    </message>
    <message>
        <source>&amp;About Bamscope</source>
        <translation>&amp;Sobre o Bamscope</translation>
    </message>
    <message>
        <source>Version, licence, sources</source>
        <translation>Versão, licença, fontes</translation>
    </message>
    <message>
        <source>Main tool bar</source>
        <translation>Barra de ferramentas principal</translation>
    </message>
    <message>
        <source>No folder is open</source>
        <translation>Nenhuma pasta está aberta</translation>
    </message>
    <message>
        <source>%1, %2 selected</source>
        <comment>1: number of runs as a phrase</comment>
        <translation>%1, %2 selecionadas</translation>
    </message>
    <message>
        <source>Open a folder of runs</source>
        <translation>Abrir uma pasta de execuções</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Roda do mouse</translation>
    </message>
    <message>
        <source>Curves: zoom at the mouse; on an axis, that axis alone</source>
        <translation>Curvas: ampliar ou reduzir na posição do mouse; sobre um eixo, só esse eixo</translation>
    </message>
    <message>
        <source>Shift + drag</source>
        <translation>Shift + arrastar</translation>
    </message>
    <message>
        <source>Curves: zoom into a rectangle</source>
        <translation>Curvas: ampliar um retângulo</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Arrastar</translation>
    </message>
    <message>
        <source>Curves: move; on an axis, that axis alone</source>
        <translation>Curvas: mover; sobre um eixo, só esse eixo</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Clique duplo</translation>
    </message>
    <message>
        <source>Curves: show everything</source>
        <translation>Curvas: mostrar tudo</translation>
    </message>
    <message>
        <source>F6</source>
        <translation>F6</translation>
    </message>
    <message>
        <source>Go to the next pane</source>
        <translation>Ir para o próximo painel</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Runs: edit the note</source>
        <translation>Execuções: editar a nota</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Runs: move to the trash</source>
        <translation>Execuções: mover para a lixeira</translation>
    </message>
    <message>
        <source>About Bamscope</source>
        <translation>Sobre o Bamscope</translation>
    </message>
    <message>
        <source>&lt;b&gt;Bamscope %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Bamscope %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>A workbench for positional encodings and long context: the Bayesian Attention Mechanism and its rivals, trained, watched and compared.

Free software under the GNU General Public License, version 3 or later. Built on Qt, LibTorch, QCustomPlot and sentencepiece.</source>
        <translation>Um ambiente de trabalho para codificações posicionais e contexto longo: o Bayesian Attention Mechanism e seus rivais, treinados, acompanhados e comparados.

Software livre sob a GNU General Public License, versão 3 ou posterior. Construído com Qt, LibTorch, QCustomPlot e sentencepiece.</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>&amp;Tamanho do texto</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>&amp;Maior</translation>
    </message>
    <message>
        <source>Larger text everywhere in the window</source>
        <translation>Texto maior em toda a janela</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>M&amp;enor</translation>
    </message>
    <message>
        <source>Smaller text everywhere in the window</source>
        <translation>Texto menor em toda a janela</translation>
    </message>
    <message>
        <source>As the s&amp;ystem says</source>
        <translation>Como no si&amp;stema</translation>
    </message>
    <message>
        <source>The size that the system is set to</source>
        <translation>O tamanho definido no sistema</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Preferences and open folders cannot be kept in %1.</source>
        <translation>Preferências e pastas abertas não podem ser guardadas em %1.</translation>
    </message>
    <message>
        <source>They hold until this window is closed. Check the space on that disk and the permissions of the file and its folder.</source>
        <translation>Elas valem até esta janela ser fechada. Verifique o espaço nesse disco e as permissões do arquivo e da sua pasta.</translation>
    </message>
    <message>
        <source>Close Bamscope</source>
        <translation>Fechar o Bamscope</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) are waiting and will not start until Bamscope is open again.</source>
        <translation>
            <numerusform>%n tarefa está esperando e só começará quando o Bamscope for aberto de novo.</numerusform>
            <numerusform>%n tarefas estão esperando e só começarão quando o Bamscope for aberto de novo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Jobs that run go on.</source>
        <translation>As tarefas em execução continuam.</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Fechar</translation>
    </message>
    <message>
        <source>&amp;Stay open</source>
        <translation>&amp;Continuar aberto</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s)</source>
        <comment>1: how many the filter shows</comment>
        <translation>
            <numerusform>%1 de %Ln execução</numerusform>
            <numerusform>%1 de %Ln execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s)</source>
        <translation>
            <numerusform>%Ln execução</numerusform>
            <numerusform>%Ln execuções</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) found, still looking…</source>
        <translation>
            <numerusform>%Ln execução encontrada, ainda procurando…</numerusform>
            <numerusform>%Ln execuções encontradas, ainda procurando…</numerusform>
        </translation>
    </message>
    <message>
        <source>Priors</source>
        <translation>Priors</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atenção</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Comparação</translation>
    </message>
    <message>
        <source>&amp;Priors</source>
        <translation>&amp;Priors</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>&amp;Atenção</translation>
    </message>
    <message>
        <source>Co&amp;mparison</source>
        <translation>Co&amp;mparação</translation>
    </message>
    <message>
        <source>&amp;Compare the selected runs</source>
        <translation>&amp;Comparar as execuções selecionadas</translation>
    </message>
    <message>
        <source>What the selected runs achieved and in what they differ, side by side</source>
        <translation>O que as execuções selecionadas alcançaram e em que diferem, lado a lado</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>&amp;Figure from selected runs</source>
        <translation>Figura &amp;das execuções selecionadas</translation>
    </message>
    <message>
        <source>No run is selected, so there is nothing to draw</source>
        <translation>Nenhuma execução está selecionada, portanto não há nada para desenhar</translation>
    </message>
    <message>
        <source>Select one run or several in the list.</source>
        <translation>Selecione uma ou várias execuções na lista.</translation>
    </message>
    <message>
        <source>Go to the priors</source>
        <translation>Ir para os priors</translation>
    </message>
    <message>
        <source>Explore a prior, and see what the heads of the selected runs have learned</source>
        <translation>Explorar um prior e ver o que as cabeças das execuções selecionadas aprenderam</translation>
    </message>
    <message>
        <source>Go to attention</source>
        <translation>Ir para a atenção</translation>
    </message>
    <message>
        <source>Put the keyboard into the page that looks into checkpoints</source>
        <translation>Colocar o foco do teclado na página que examina checkpoints</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>Filme</translation>
    </message>
    <message>
        <source>Attention through a training: retrieval heads being born</source>
        <translation>A atenção ao longo de um treino: cabeças de recuperação nascendo</translation>
    </message>
    <message>
        <source>Go to the film</source>
        <translation>Ir para o filme</translation>
    </message>
    <message>
        <source>See the attention of the selected run through its training</source>
        <translation>Ver a atenção da execução selecionada ao longo do treino</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>Avaliações</translation>
    </message>
    <message>
        <source>What was measured of the selected runs, and what is being measured</source>
        <translation>O que foi medido das execuções selecionadas e o que está sendo medido</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>&amp;Evaluations</source>
        <translation>A&amp;valiações</translation>
    </message>
    <message>
        <source>Evaluations of the selected &amp;runs</source>
        <translation>Avaliações das execuções &amp;selecionadas</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Go to the text</source>
        <translation>Ir para o texto</translation>
    </message>
    <message>
        <source>Let the model of a selected run write on after a prompt</source>
        <translation>Fazer o modelo de uma execução selecionada continuar a escrever depois de um prompt</translation>
    </message>
</context>
<context>
    <name>bam::window::PreferencesDialog</name>
    <message>
        <source>Preferences</source>
        <translation>Preferências</translation>
    </message>
    <message>
        <source>As the system says</source>
        <translation>Como no sistema</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Escuro</translation>
    </message>
    <message>
        <source>&amp;Colours:</source>
        <translation>&amp;Cores:</translation>
    </message>
    <message>
        <source>The language changes at the next start. Trainings go on meanwhile.</source>
        <translation>O idioma muda no próximo início. Os treinamentos continuam enquanto isso.</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Idioma:</translation>
    </message>
    <message>
        <source>How many queued trainings use the processor at the same time. They share its cores, so two at a time are rarely faster than one after the other.</source>
        <translation>Quantos treinamentos da fila usam o processador ao mesmo tempo. Eles dividem os núcleos, portanto dois de uma vez raramente são mais rápidos do que um depois do outro.</translation>
    </message>
    <message>
        <source>&amp;Trainings at a time on the processor:</source>
        <translation>&amp;Treinamentos simultâneos no processador:</translation>
    </message>
    <message>
        <source>Tell on the desktop when a job &amp;ends or fails</source>
        <translation>Avisar na área de trabalho quando uma tarefa terminar ou &amp;falhar</translation>
    </message>
    <message>
        <source>&amp;Reset the arrangement of panes</source>
        <translation>&amp;Redefinir disposição dos painéis</translation>
    </message>
</context>
<context>
    <name>bam::window::RunsPart</name>
    <message numerus="yes">
        <source>Export the curves of %n run(s)</source>
        <translation>
            <numerusform>Exportar as curvas de %n execução</numerusform>
            <numerusform>Exportar as curvas de %n execuções</numerusform>
        </translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Valores separados por vírgulas (*.csv)</translation>
    </message>
    <message>
        <source>Writing %1</source>
        <translation>Gravando %1</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>%1 rows written to %2.</source>
        <translation>%1 linhas gravadas em %2.</translation>
    </message>
    <message>
        <source>The data of %1 ended at step %2 of %3.</source>
        <translation>Os dados de %1 acabaram no passo %2 de %3.</translation>
    </message>
    <message>
        <source>It is read once: %1 tokens of training were there, %2 would be needed. Add data, or ask for fewer steps.</source>
        <translation>São lidos uma única vez: havia %1 tokens de treinamento e seriam necessários %2. Acrescente dados ou peça menos passos.</translation>
    </message>
    <message>
        <source>It is read once. Add data, or ask for fewer steps.</source>
        <translation>São lidos uma única vez. Acrescente dados ou peça menos passos.</translation>
    </message>
    <message>
        <source>The folder of %1 is not there any more.</source>
        <translation>A pasta de %1 não está mais lá.</translation>
    </message>
    <message numerus="yes">
        <source>The folders of %n shown run(s) are not there any more.</source>
        <translation>
            <numerusform>A pasta de %n execução exibida não está mais lá.</numerusform>
            <numerusform>As pastas de %n execuções exibidas não estão mais lá.</numerusform>
        </translation>
    </message>
    <message>
        <source>They left the list, and their curves the plot. They come back by themselves when their folders do.</source>
        <translation>Elas saíram da lista, e suas curvas do gráfico. Voltam sozinhas quando as pastas voltarem.</translation>
    </message>
    <message>
        <source>&amp;Try again</source>
        <translation>&amp;Tentar de novo</translation>
    </message>
    <message>
        <source>No file manager could be started to show %1.</source>
        <translation>Não foi possível iniciar um gerenciador de arquivos para mostrar %1.</translation>
    </message>
    <message>
        <source>Copy the path, and go there in a terminal or in a file manager of your own.</source>
        <translation>Copie o caminho e vá até lá num terminal ou no seu gerenciador de arquivos.</translation>
    </message>
    <message>
        <source>&amp;Copy path</source>
        <translation>&amp;Copiar caminho</translation>
    </message>
</context>
<context>
    <name>bam::window::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atalhos de teclado</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrar</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Ação</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
</context>
<context>
    <name>bam::window::TextPart</name>
    <message>
        <source>stopped</source>
        <translation>parado</translation>
    </message>
    <message>
        <source>ended by itself</source>
        <translation>terminou sozinho</translation>
    </message>
    <message>
        <source>as many as were asked for</source>
        <translation>tantos quantos foram pedidos</translation>
    </message>
    <message>
        <source>%1, %2; the prompt had %3 tokens</source>
        <comment>1: number and speed, 2: why it ended</comment>
        <translation>%1, %2; o prompt tinha %3 tokens</translation>
    </message>
</context>
<context>
    <name>bam::window::TrashPart</name>
    <message numerus="yes">
        <source>move %n run(s) to the trash</source>
        <translation>
            <numerusform>mover %n execução para a lixeira</numerusform>
            <numerusform>mover %n execuções para a lixeira</numerusform>
        </translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>Mover para a lixeira</translation>
    </message>
    <message>
        <source>Move %1 to the trash?</source>
        <translation>Mover %1 para a lixeira?</translation>
    </message>
    <message numerus="yes">
        <source>Move %n run(s) to the trash?</source>
        <translation>
            <numerusform>Mover %n execução para a lixeira?</numerusform>
            <numerusform>Mover %n execuções para a lixeira?</numerusform>
        </translation>
    </message>
    <message>
        <source>Logs, checkpoints and results go with the folder. It can be undone.</source>
        <translation>Logs, checkpoints e resultados vão junto com a pasta. Pode ser desfeito.</translation>
    </message>
    <message>
        <source>&amp;Move to the trash</source>
        <translation>&amp;Mover para a lixeira</translation>
    </message>
    <message numerus="yes">
        <source>Moving %n run(s) to the trash</source>
        <translation>
            <numerusform>Movendo %n execução para a lixeira</numerusform>
            <numerusform>Movendo %n execuções para a lixeira</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Putting %n run(s) back</source>
        <translation>
            <numerusform>Devolvendo %n execução</numerusform>
            <numerusform>Devolvendo %n execuções</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Lixeira</translation>
    </message>
    <message numerus="yes">
        <source>%1, and %n more run(s) could not be moved.</source>
        <translation>
            <numerusform>%1, e mais %n execução não pôde ser movida.</numerusform>
            <numerusform>%1, e mais %n execuções não puderam ser movidas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to the trash.</source>
        <translation>
            <numerusform>%n execução movida para a lixeira.</numerusform>
            <numerusform>%n execuções movidas para a lixeira.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to the folder .trash of the log folder, since this disk has no trash.</source>
        <translation>
            <numerusform>%n execução movida para a pasta .trash da pasta de logs, pois este disco não tem lixeira.</numerusform>
            <numerusform>%n execuções movidas para a pasta .trash da pasta de logs, pois este disco não tem lixeira.</numerusform>
        </translation>
    </message>
    <message>
        <source>The others were left where they are, as you wished.</source>
        <translation>As outras ficaram onde estão, como pedido.</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
</context>
<context>
    <name>bam::work::DeviceWatch</name>
    <message>
        <source>No GPU is visible to this program.</source>
        <translation>Nenhuma GPU está visível para este programa.</translation>
    </message>
</context>
<context>
    <name>bam::work::GenerationProcess</name>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 não pôde ser iniciado: %2</translation>
    </message>
    <message>
        <source>The program may have been moved since the window was opened.</source>
        <translation>O programa pode ter sido movido desde que a janela foi aberta.</translation>
    </message>
    <message>
        <source>The process that writes ended unexpectedly.</source>
        <translation>O processo que escreve terminou inesperadamente.</translation>
    </message>
    <message>
        <source>The system may have ended it for want of memory.</source>
        <translation>O sistema pode tê-lo encerrado por falta de memória.</translation>
    </message>
</context>
<context>
    <name>bam::work::LogFeed</name>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Saída</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Erros</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 não está mais lá.</translation>
    </message>
    <message>
        <source>What was read of “%1” stays until another log is shown.</source>
        <translation>O que foi lido de “%1” permanece até que outro log seja mostrado.</translation>
    </message>
</context>
<context>
    <name>bam::work::RunScanner</name>
    <message>
        <source>%1 does not exist. Runs appear here as soon as there are any below it.</source>
        <translation>%1 não existe. As execuções aparecem aqui assim que houver alguma abaixo dela.</translation>
    </message>
    <message>
        <source>%1 is not a folder. Open a folder that holds runs, such as logs.</source>
        <translation>%1 não é uma pasta. Abra uma pasta que contenha execuções, como logs.</translation>
    </message>
    <message>
        <source>%1 cannot be read. Ask its owner for permission, or open another folder.</source>
        <translation>Não é possível ler %1. Peça permissão ao proprietário ou abra outra pasta.</translation>
    </message>
    <message>
        <source>The system watches no more folders, so new runs show after Refresh only; running ones are looked at every two seconds. Raising fs.inotify.max_user_watches lets all be watched.</source>
        <translation>O sistema não monitora mais pastas, portanto novas execuções só aparecem depois de Atualizar; as que estão em execução são examinadas a cada dois segundos. Aumentar fs.inotify.max_user_watches permite monitorar todas.</translation>
    </message>
    <message>
        <source>%1 cannot be read, so runs below it are not shown. Ask its owner for permission.</source>
        <translation>%1 não pode ser lida, por isso as execuções abaixo dela não são mostradas. Peça permissão ao dono.</translation>
    </message>
    <message numerus="yes">
        <source>%n folder(s) below %1 have names that are not in UTF-8 and are not looked into. Rename them to see their runs.</source>
        <translation>
            <numerusform>%n pasta abaixo de %1 tem um nome que não está em UTF-8 e não é examinada. Renomeie-a para ver suas execuções.</numerusform>
            <numerusform>%n pastas abaixo de %1 têm nomes que não estão em UTF-8 e não são examinadas. Renomeie-as para ver suas execuções.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>bam::work::Supervisor</name>
    <message>
        <source>The record of a job cannot be read: %1</source>
        <translation>Não é possível ler o registro de uma tarefa: %1</translation>
    </message>
    <message>
        <source>It was set aside as %1. A process that it started may still run; its run is in the list of runs.</source>
        <translation>Ele foi separado como %1. Um processo iniciado por ela ainda pode estar rodando; a execução está na lista de execuções.</translation>
    </message>
    <message>
        <source>The window ended while it was starting this job.</source>
        <translation>A janela foi encerrada enquanto iniciava esta tarefa.</translation>
    </message>
    <message>
        <source>Start it again; if it was started nevertheless, it is in the list of runs.</source>
        <translation>Inicie-a de novo; se ela foi iniciada mesmo assim, está na lista de execuções.</translation>
    </message>
    <message>
        <source>The state of a job cannot be kept: %1</source>
        <translation>Não é possível guardar o estado de uma tarefa: %1</translation>
    </message>
    <message>
        <source>%1 The job itself goes on; after closing this window it may have to be looked for among the runs.</source>
        <translation>%1 A tarefa em si continua; depois de fechar esta janela, talvez seja preciso procurá-la entre as execuções.</translation>
    </message>
    <message>
        <source>“%1” cannot be started: %2</source>
        <translation>Não é possível iniciar “%1”: %2</translation>
    </message>
    <message>
        <source>“%1” cannot be asked: %2</source>
        <translation>Não é possível enviar o pedido a “%1”: %2</translation>
    </message>
    <message>
        <source>“%1” runs on %2 and cannot be stopped from here.</source>
        <translation>“%1” roda em %2 e não pode ser parada daqui.</translation>
    </message>
    <message>
        <source>Stop it on that machine: process %1.</source>
        <translation>Pare-a naquela máquina: processo %1.</translation>
    </message>
    <message>
        <source>“%1” has not stopped yet.</source>
        <translation>“%1” ainda não parou.</translation>
    </message>
    <message>
        <source>It finishes its step and writes a checkpoint first. Killing it loses the steps since its last checkpoint.</source>
        <translation>Ela conclui o passo e grava um checkpoint antes. Matá-la perde os passos desde o último checkpoint.</translation>
    </message>
    <message>
        <source>It runs on another machine; look for it there.</source>
        <translation>Ela roda em outra máquina; procure-a lá.</translation>
    </message>
    <message>
        <source>&amp;Kill it</source>
        <translation>&amp;Matar</translation>
    </message>
    <message>
        <source>“%1” has not begun to train yet.</source>
        <translation>“%1” ainda não começou a treinar.</translation>
    </message>
    <message>
        <source>Ask for the pause again in a moment.</source>
        <translation>Peça a pausa de novo daqui a pouco.</translation>
    </message>
    <message>
        <source>“%1” has not answered yet.</source>
        <translation>“%1” ainda não respondeu.</translation>
    </message>
    <message>
        <source>It answers when its current step is done. If no process trains this run, nothing will happen.</source>
        <translation>Ela responde quando o passo atual for concluído. Se nenhum processo treina esta execução, nada acontecerá.</translation>
    </message>
    <message>
        <source>Checkpoint of “%1” at step %2 is written.</source>
        <translation>O checkpoint de “%1” no passo %2 foi gravado.</translation>
    </message>
    <message>
        <source>“%1” could not do what was asked: %2</source>
        <translation>“%1” não conseguiu fazer o que foi pedido: %2</translation>
    </message>
    <message>
        <source>The training goes on.</source>
        <translation>O treinamento continua.</translation>
    </message>
    <message>
        <source>“%1” had ended before it could be asked.</source>
        <translation>“%1” terminou antes que fosse possível enviar o pedido.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>device on host</comment>
        <translation>%1 em %2</translation>
    </message>
    <message>
        <source>pauses when %1 steps are done</source>
        <translation>pausa ao concluir %1 passos</translation>
    </message>
    <message>
        <source>“%1” is stopped.</source>
        <translation>“%1” foi parada.</translation>
    </message>
    <message>
        <source>“%1” failed: %2</source>
        <translation>“%1” falhou: %2</translation>
    </message>
    <message>
        <source>“%1” is finished.</source>
        <translation>“%1” foi concluída.</translation>
    </message>
    <message>
        <source>“%1” is paused at step %2.</source>
        <translation>“%1” está pausada no passo %2.</translation>
    </message>
    <message>
        <source>“%1” failed</source>
        <translation>“%1” falhou</translation>
    </message>
    <message>
        <source>“%1” is finished</source>
        <translation>“%1” foi concluída</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>Ver &amp;log</translation>
    </message>
    <message>
        <source>File locks do not work in %1 (%2).</source>
        <translation>Travas de arquivo não funcionam em %1 (%2).</translation>
    </message>
    <message>
        <source>The queue is worked off all the same, by the window that a file there names. After a sudden end of another machine that had it, this takes about two minutes.</source>
        <translation>A fila é executada mesmo assim, pela janela que um arquivo ali nomeia. Se outra máquina que a tinha parar de repente, isso leva uns dois minutos.</translation>
    </message>
    <message>
        <source>There is room for jobs again; the queue goes on.</source>
        <translation>Há espaço para trabalhos de novo; a fila continua.</translation>
    </message>
    <message>
        <source>“%1” cannot be started yet: %2</source>
        <translation>“%1” ainda não pode ser iniciado: %2</translation>
    </message>
    <message>
        <source>%1 It stays in the queue and is tried again every few seconds.</source>
        <translation>%1 Ele fica na fila e é tentado de novo a cada poucos segundos.</translation>
    </message>
    <message>
        <source>Step %1 had passed when it was asked.</source>
        <translation>O passo %1 já tinha passado quando a pausa foi pedida.</translation>
    </message>
    <message>
        <source>Attention of “%1” at step %2 is captured.</source>
        <translation>A atenção de “%1” no passo %2 foi capturada.</translation>
    </message>
</context>
<context>
    <name>bam::work::TextReader</name>
    <message>
        <source>it is no file</source>
        <translation>não é um arquivo</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>a text file, such as a book</source>
        <translation>um arquivo de texto, como um livro</translation>
    </message>
    <message>
        <source>a folder of token shards; build one from text with the button below</source>
        <translation>uma pasta de shards de tokens; crie uma a partir de texto com o botão abaixo</translation>
    </message>
    <message>
        <source>a sentencepiece model that splits digits</source>
        <translation>um modelo sentencepiece que separa os dígitos</translation>
    </message>
    <message>
        <source>a GPU that is here, or auto</source>
        <translation>uma GPU disponível aqui, ou auto</translation>
    </message>
    <message>
        <source>auto or cpu, because no GPU is visible here</source>
        <translation>auto ou cpu, pois nenhuma GPU está visível aqui</translation>
    </message>
    <message>
        <source>Initial θα</source>
        <translation>θα inicial</translation>
    </message>
    <message>
        <source>Start of the prior&apos;s steepness exp(θα): a number; slope, so that exp(θα) is the ALiBi slope; slope_raw, the slope itself as the official 2026 release&apos;s &quot;slope&quot; stores it; or sampled from a normal distribution.</source>
        <translation>Início da inclinação exp(θα) do prior: um número; slope, de modo que exp(θα) seja a inclinação do ALiBi; slope_raw, a própria inclinação, como o &quot;slope&quot; da versão oficial de 2026 a armazena; ou amostrado de uma distribuição normal.</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>um número</translation>
    </message>
    <message>
        <source>Initial θβ</source>
        <translation>θβ inicial</translation>
    </message>
    <message>
        <source>Start of the prior&apos;s shape: 1 is ALiBi (Laplace), 2 Gaussian, 0 uniform, below 0 it suppresses the neighbourhood; a number, linear (0 to 1 over the heads) or sampled.</source>
        <translation>Início da forma do prior: 1 é ALiBi (Laplace), 2 gaussiana, 0 uniforme, abaixo de 0 suprime a vizinhança; um número, linear (0 a 1 ao longo das cabeças) ou amostrado.</translation>
    </message>
    <message>
        <source>Initial θμ</source>
        <translation>θμ inicial</translation>
    </message>
    <message>
        <source>Start of the prior&apos;s offset μ = exp(θμ) − exp(−θμ); negative values centre the prior on keys before the query.</source>
        <translation>Início do deslocamento μ = exp(θμ) − exp(−θμ) do prior; valores negativos centram o prior em chaves anteriores à consulta.</translation>
    </message>
    <message>
        <source>Train θα</source>
        <translation>Treinar θα</translation>
    </message>
    <message>
        <source>Whether the prior&apos;s steepness is learned.</source>
        <translation>Se a inclinação do prior é aprendida.</translation>
    </message>
    <message>
        <source>Train θβ</source>
        <translation>Treinar θβ</translation>
    </message>
    <message>
        <source>Whether the prior&apos;s shape is learned; when it is not, θβ stays at 1, which is ALiBi&apos;s shape.</source>
        <translation>Se a forma do prior é aprendida; quando não é, θβ permanece em 1, que é a forma do ALiBi.</translation>
    </message>
    <message>
        <source>Train θμ</source>
        <translation>Treinar θμ</translation>
    </message>
    <message>
        <source>Whether the prior&apos;s offset is learned; the paper keeps it at 0.</source>
        <translation>Se o deslocamento do prior é aprendido; o artigo o mantém em 0.</translation>
    </message>
    <message>
        <source>One prior for all layers</source>
        <translation>Um prior para todas as camadas</translation>
    </message>
    <message>
        <source>Shares one prior among all layers instead of one per layer.</source>
        <translation>Compartilha um prior entre todas as camadas em vez de um por camada.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamanho</translation>
    </message>
    <message>
        <source>A size of the paper, which sets width, layers, heads and feed-forward; or custom with those given one by one.</source>
        <translation>Um tamanho do artigo, que define largura, camadas, cabeças e feed-forward; ou custom, com esses valores dados um a um.</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Codificação posicional</translation>
    </message>
    <message>
        <source>How positions enter the attention scores.</source>
        <translation>Como as posições entram nos escores de atenção.</translation>
    </message>
    <message>
        <source>Scalable-Softmax</source>
        <translation>Scalable-Softmax</translation>
    </message>
    <message>
        <source>Multiplies the scores by s·ln(visible keys), so that attention stays sharp in long contexts.</source>
        <translation>Multiplica os escores por s·ln(chaves visíveis), para que a atenção continue nítida em contextos longos.</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Largura</translation>
    </message>
    <message>
        <source>Model width D: numbers per token in the residual stream.</source>
        <translation>Largura D do modelo: números por token no fluxo residual.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Camadas</translation>
    </message>
    <message>
        <source>Transformer blocks, one after the other.</source>
        <translation>Blocos transformer, um após o outro.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabeças</translation>
    </message>
    <message>
        <source>Attention heads per layer; the width must be divisible by them.</source>
        <translation>Cabeças de atenção por camada; a largura deve ser divisível por elas.</translation>
    </message>
    <message>
        <source>Key-value heads</source>
        <translation>Cabeças chave-valor</translation>
    </message>
    <message>
        <source>Heads for keys and values; fewer than the heads means grouped-query attention and a smaller KV cache.</source>
        <translation>Cabeças para chaves e valores; menos do que as cabeças significa atenção de consultas agrupadas e um cache KV menor.</translation>
    </message>
    <message>
        <source>Feed-forward multiplier</source>
        <translation>Multiplicador feed-forward</translation>
    </message>
    <message>
        <source>The hidden width of the feed-forward layer is this times the model width, rounded down.</source>
        <translation>A largura oculta da camada feed-forward é este valor vezes a largura do modelo, arredondada para baixo.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulário</translation>
    </message>
    <message>
        <source>Rows of the embedding: at least the tokenizer&apos;s pieces.</source>
        <translation>Linhas do embedding: pelo menos as peças do tokenizador.</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>peças</translation>
    </message>
    <message>
        <source>Train SSMax&apos;s s</source>
        <translation>Treinar o s do SSMax</translation>
    </message>
    <message>
        <source>Whether Scalable-Softmax learns its scale s per head; no_seq_scale keeps it at its start.</source>
        <translation>Se Scalable-Softmax aprende a escala s por cabeça; no_seq_scale a mantém no valor inicial.</translation>
    </message>
    <message>
        <source>Initial SSMax s</source>
        <translation>s inicial do SSMax</translation>
    </message>
    <message>
        <source>Start of Scalable-Softmax&apos;s scale s in λ = s·ln(visible keys).</source>
        <translation>Início da escala s do Scalable-Softmax em λ = s·ln(chaves visíveis).</translation>
    </message>
    <message>
        <source>RMSNorm ε</source>
        <translation>ε do RMSNorm</translation>
    </message>
    <message>
        <source>Added under the root of RMSNorm.</source>
        <translation>Somado sob a raiz do RMSNorm.</translation>
    </message>
    <message>
        <source>Run folder</source>
        <translation>Pasta de execuções</translation>
    </message>
    <message>
        <source>Folder for run directories: each run makes &lt;log_dir&gt;/&lt;size&gt;/&lt;encoding&gt;/version_NN.</source>
        <translation>Pasta para os diretórios das execuções: cada execução cria &lt;log_dir&gt;/&lt;size&gt;/&lt;encoding&gt;/version_NN.</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>Conjunto de dados</translation>
    </message>
    <message>
        <source>Folder of token shards, made by `bamscope --batch dataset` or by the official code; for the pass-key mixture a text file.</source>
        <translation>Pasta de shards de tokens, criada por `bamscope --batch dataset` ou pelo código oficial; para a mistura com chave de acesso, um arquivo de texto.</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>Tipo de dados</translation>
    </message>
    <message>
        <source>shards reads prepared tokens; passkey_mixture makes pass-key documents and induction rows from a text on the fly.</source>
        <translation>shards lê tokens preparados; passkey_mixture gera na hora documentos com chave de acesso e linhas de indução a partir de um texto.</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizador</translation>
    </message>
    <message>
        <source>sentencepiece .model file; left out, the one that the shards were made with.</source>
        <translation>Arquivo .model do sentencepiece; se omitido, aquele com que os shards foram criados.</translation>
    </message>
    <message>
        <source>Validation tokens</source>
        <translation>Tokens de validação</translation>
    </message>
    <message>
        <source>Tokens at the start of the data kept for validation, exactly.</source>
        <translation>Tokens no início dos dados reservados para validação, exatamente.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>3,932,160 unless a minimum or maximum is given</source>
        <translation>3.932.160, a menos que seja dado um mínimo ou máximo</translation>
    </message>
    <message>
        <source>Validation tokens, at least</source>
        <translation>Tokens de validação, no mínimo</translation>
    </message>
    <message>
        <source>Like val_tokens, rounded up to whole forward passes of all processes.</source>
        <translation>Como val_tokens, arredondado para cima até passagens diretas inteiras de todos os processos.</translation>
    </message>
    <message>
        <source>Validation tokens, at most</source>
        <translation>Tokens de validação, no máximo</translation>
    </message>
    <message>
        <source>Like val_tokens, rounded down to whole forward passes of all processes.</source>
        <translation>Como val_tokens, arredondado para baixo até passagens diretas inteiras de todos os processos.</translation>
    </message>
    <message>
        <source>Gap after validation</source>
        <translation>Intervalo após a validação</translation>
    </message>
    <message>
        <source>Tokens left unused between validation and training, so that no document is in both.</source>
        <translation>Tokens não usados entre validação e treinamento, para que nenhum documento esteja em ambos.</translation>
    </message>
    <message>
        <source>Induction rows</source>
        <translation>Linhas de indução</translation>
    </message>
    <message>
        <source>Pass-key mixture: share of rows that repeat a random segment; copying has to be learned before pass keys can be.</source>
        <translation>Mistura com chave de acesso: parcela de linhas que repetem um segmento aleatório; é preciso aprender a copiar antes de aprender as chaves de acesso.</translation>
    </message>
    <message>
        <source>Prose fillers</source>
        <translation>Enchimento em prosa</translation>
    </message>
    <message>
        <source>Pass-key mixture: share of pass-key documents whose filler is running text instead of the official sentence.</source>
        <translation>Mistura com chave de acesso: parcela de documentos com chave de acesso cujo enchimento é texto corrido em vez da frase oficial.</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Tamanho do lote</translation>
    </message>
    <message>
        <source>Sequences per forward pass and process; lower it when memory runs out.</source>
        <translation>Sequências por passagem direta e processo; reduza quando a memória acabar.</translation>
    </message>
    <message>
        <source>sequences</source>
        <translation>sequências</translation>
    </message>
    <message>
        <source>Sequence length</source>
        <translation>Comprimento da sequência</translation>
    </message>
    <message>
        <source>Training context T; the paper trains at 512 and tests far beyond.</source>
        <translation>Contexto de treinamento T; o artigo treina com 512 e testa muito além.</translation>
    </message>
    <message>
        <source>Tokens per step</source>
        <translation>Tokens por passo</translation>
    </message>
    <message>
        <source>Tokens of one optimiser step over all processes; must be a multiple of batch_size · sequence_length · processes.</source>
        <translation>Tokens de um passo do otimizador em todos os processos; deve ser múltiplo de batch_size · sequence_length · processos.</translation>
    </message>
    <message>
        <source>one forward pass</source>
        <translation>uma passagem direta</translation>
    </message>
    <message>
        <source>Tokens per step, at least</source>
        <translation>Tokens por passo, no mínimo</translation>
    </message>
    <message>
        <source>Like tokens_per_step, rounded up to what divides.</source>
        <translation>Como tokens_per_step, arredondado para cima até um valor divisível.</translation>
    </message>
    <message>
        <source>Tokens per step, at most</source>
        <translation>Tokens por passo, no máximo</translation>
    </message>
    <message>
        <source>Like tokens_per_step, rounded down to what divides.</source>
        <translation>Como tokens_per_step, arredondado para baixo até um valor divisível.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Passos</translation>
    </message>
    <message>
        <source>Optimiser steps of the run.</source>
        <translation>Passos do otimizador da execução.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>passos</translation>
    </message>
    <message>
        <source>until the data ends</source>
        <translation>até o fim dos dados</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Otimizador</translation>
    </message>
    <message>
        <source>radam is the paper&apos;s; adamw is the common alternative.</source>
        <translation>radam é o do artigo; adamw é a alternativa comum.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Taxa de aprendizado</translation>
    </message>
    <message>
        <source>Peak learning rate; the paper uses 1e-3.</source>
        <translation>Taxa de aprendizado máxima; o artigo usa 1e-3.</translation>
    </message>
    <message>
        <source>Learning rate of the prior</source>
        <translation>Taxa de aprendizado do prior</translation>
    </message>
    <message>
        <source>Peak learning rate of θα, θβ and θμ alone.</source>
        <translation>Taxa de aprendizado máxima apenas de θα, θβ e θμ.</translation>
    </message>
    <message>
        <source>the learning rate</source>
        <translation>a taxa de aprendizado</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Aquecimento</translation>
    </message>
    <message>
        <source>Steps in which the learning rate rises linearly to its peak; RAdam needs none.</source>
        <translation>Passos em que a taxa de aprendizado sobe linearmente até o máximo; RAdam não precisa de nenhum.</translation>
    </message>
    <message>
        <source>Final learning rate</source>
        <translation>Taxa de aprendizado final</translation>
    </message>
    <message>
        <source>The cosine schedule ends at this share of the peak; 1 keeps the rate constant.</source>
        <translation>O cronograma cosseno termina nesta fração do máximo; 1 mantém a taxa constante.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Decaimento de pesos</translation>
    </message>
    <message>
        <source>Decoupled decay of matrices; norms and priors are never decayed.</source>
        <translation>Decaimento desacoplado das matrizes; normalizações e priors nunca sofrem decaimento.</translation>
    </message>
    <message>
        <source>Gradient clip</source>
        <translation>Corte do gradiente</translation>
    </message>
    <message>
        <source>Largest global gradient norm; 0 turns clipping off.</source>
        <translation>Maior norma global do gradiente; 0 desliga o corte.</translation>
    </message>
    <message>
        <source>β1</source>
        <translation>β1</translation>
    </message>
    <message>
        <source>Decay of the optimiser&apos;s first moment.</source>
        <translation>Decaimento do primeiro momento do otimizador.</translation>
    </message>
    <message>
        <source>β2</source>
        <translation>β2</translation>
    </message>
    <message>
        <source>Decay of the optimiser&apos;s second moment.</source>
        <translation>Decaimento do segundo momento do otimizador.</translation>
    </message>
    <message>
        <source>Optimiser ε</source>
        <translation>ε do otimizador</translation>
    </message>
    <message>
        <source>Added to the root of the second moment.</source>
        <translation>Somado à raiz do segundo momento.</translation>
    </message>
    <message>
        <source>Validate every</source>
        <translation>Validar a cada</translation>
    </message>
    <message>
        <source>Steps between validations; 0 validates only at the end.</source>
        <translation>Passos entre validações; 0 valida apenas no final.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint a cada</translation>
    </message>
    <message>
        <source>Steps between checkpoints; 0 writes one only at the end and when stopped.</source>
        <translation>Passos entre checkpoints; 0 grava um apenas no final e ao parar.</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Checkpoints mantidos</translation>
    </message>
    <message>
        <source>Newest checkpoints kept on disk.</source>
        <translation>Checkpoints mais recentes mantidos em disco.</translation>
    </message>
    <message>
        <source>Keep every</source>
        <translation>Manter a cada</translation>
    </message>
    <message>
        <source>Also keep each checkpoint whose step is a multiple of this; 0 keeps none.</source>
        <translation>Mantém também cada checkpoint cujo passo é múltiplo deste valor; 0 não mantém nenhum.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisão</translation>
    </message>
    <message>
        <source>Type of matrix products on CUDA; weights, norms and loss stay float32.</source>
        <translation>Tipo dos produtos de matrizes em CUDA; pesos, normalizações e perda permanecem em float32.</translation>
    </message>
    <message>
        <source>float16 would need loss scaling, which is not offered; bfloat16 is as fast and has float32&apos;s range</source>
        <translation>float16 exigiria escalonamento da perda, que não é oferecido; bfloat16 é igualmente rápido e tem o alcance do float32</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>auto takes the first CUDA device, else the CPU.</source>
        <translation>auto usa o primeiro dispositivo CUDA ou, se não houver, a CPU.</translation>
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
        <translation>Permite que produtos de matrizes float32 em CUDA usem TF32.</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>Grafos CUDA</translation>
    </message>
    <message>
        <source>auto records a training step on CUDA and replays it when the result agrees, at the memory of a second forward pass; off launches every operation.</source>
        <translation>auto grava um passo de treinamento em CUDA e o reproduz quando o resultado coincide, ao custo da memória de uma segunda passagem direta; off lança cada operação.</translation>
    </message>
    <message>
        <source>CPU threads</source>
        <translation>Threads da CPU</translation>
    </message>
    <message>
        <source>Threads for the CPU; 0 takes OMP_NUM_THREADS where it is set, else all physical cores.</source>
        <translation>Threads para a CPU; 0 usa OMP_NUM_THREADS se definida, senão todos os núcleos físicos.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Initial weights and drawn data follow from this number alone.</source>
        <translation>Os pesos iniciais e os dados sorteados dependem apenas deste número.</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Partir de</translation>
    </message>
    <message>
        <source>Weights to start from instead of fresh ones: a run directory, a checkpoint folder, a .safetensors or .pt file.</source>
        <translation>Pesos de partida em vez de novos: um diretório de execução, uma pasta de checkpoint, um arquivo .safetensors ou .pt.</translation>
    </message>
    <message>
        <source>Restart the schedule</source>
        <translation>Reiniciar o cronograma</translation>
    </message>
    <message>
        <source>With a checkpoint: the schedule and the step count start at 0 instead of the checkpoint&apos;s step.</source>
        <translation>Com um checkpoint: o cronograma e a contagem de passos começam em 0 em vez do passo do checkpoint.</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Comprimentos</translation>
    </message>
    <message>
        <source>Depths</source>
        <translation>Profundidades</translation>
    </message>
    <message>
        <source>Where the key is hidden: equidistant depths, random, at the beginning or the end.</source>
        <translation>Onde a chave é escondida: profundidades equidistantes, aleatórias, no início ou no fim.</translation>
    </message>
    <message>
        <source>Prompts per length</source>
        <translation>Prompts por comprimento</translation>
    </message>
    <message>
        <source>More prompts narrow the interval: 20 leave about ± 20 points.</source>
        <translation>Mais prompts estreitam o intervalo: 20 deixam cerca de ± 20 pontos.</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Dígitos</translation>
    </message>
    <message>
        <source>Given digits</source>
        <translation>Dígitos dados</translation>
    </message>
    <message>
        <source>First digits of the key that the question already gives; not scored.</source>
        <translation>Primeiros dígitos da chave já dados pela pergunta; não são pontuados.</translation>
    </message>
    <message>
        <source>Official double space</source>
        <translation>Espaço duplo oficial</translation>
    </message>
    <message>
        <source>Reproduces the double space before the digits in the official prompts, for comparisons with official numbers.</source>
        <translation>Reproduz o espaço duplo antes dos dígitos nos prompts oficiais, para comparações com números oficiais.</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Paciência</translation>
    </message>
    <message>
        <source>Stops after so many lengths in a row without a hit; 0 tests all.</source>
        <translation>Para após este número de comprimentos seguidos sem acerto; 0 testa todos.</translation>
    </message>
    <message>
        <source>Pass-key test</source>
        <translation>Teste da chave de acesso</translation>
    </message>
    <message>
        <source>Whether the pass-key test is run.</source>
        <translation>Se o teste da chave de acesso é executado.</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Bloco</translation>
    </message>
    <message>
        <source>Queries processed at once; memory is weights, KV cache and one chunk.</source>
        <translation>Consultas processadas de uma vez; a memória são os pesos, o cache KV e um bloco.</translation>
    </message>
    <message>
        <source>Cache precision</source>
        <translation>Precisão do cache</translation>
    </message>
    <message>
        <source>Type of the keys and values kept from earlier chunks; bfloat16 halves their memory.</source>
        <translation>Tipo das chaves e dos valores guardados de blocos anteriores; bfloat16 reduz a memória deles à metade.</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>latest, a step number, or the path of a checkpoint.</source>
        <translation>latest, um número de passo ou o caminho de um checkpoint.</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed here, so there are no GPUs to list.</source>
        <translation>Nenhum driver NVIDIA está instalado aqui, portanto não há GPUs a listar.</translation>
    </message>
    <message>
        <source>× peak</source>
        <translation>× máximo</translation>
    </message>
    <message>
        <source>Perplexity on</source>
        <translation>Perplexidade em</translation>
    </message>
    <message>
        <source>Perplexity length</source>
        <translation>Comprimento da perplexidade</translation>
    </message>
    <message>
        <source>Positions of the forward that measures perplexity, a multiple of the window; time grows with the square.</source>
        <translation>Posições da passagem direta que mede a perplexidade, um múltiplo da janela; o tempo cresce com o quadrado.</translation>
    </message>
    <message>
        <source>Perplexity window</source>
        <translation>Janela da perplexidade</translation>
    </message>
    <message>
        <source>Positions over which cross-entropy is averaged for one point of the curve.</source>
        <translation>Posições sobre as quais a entropia cruzada é calculada em média para um ponto da curva.</translation>
    </message>
    <message>
        <source>Perplexity sequences</source>
        <translation>Sequências da perplexidade</translation>
    </message>
    <message>
        <source>Stretches of the text, one after the other, over which the curve is averaged; more make it smoother.</source>
        <translation>Trechos do texto, um após o outro, sobre os quais se tira a média da curva; mais trechos a tornam mais suave.</translation>
    </message>
    <message>
        <source>Capture attention every</source>
        <translation>Capturar atenção a cada</translation>
    </message>
    <message>
        <source>Steps between captures of every head&apos;s attention on a pass-key prompt that stays the same: the film of the training. 0 captures only on request. One capture costs one forward pass of that prompt.</source>
        <translation>Passos entre capturas da atenção de cada cabeça num prompt de chave que fica o mesmo: o filme do treino. 0 captura só a pedido. Uma captura custa uma passagem direta desse prompt.</translation>
    </message>
    <message>
        <source>Captured prompt</source>
        <translation>Prompt capturado</translation>
    </message>
    <message>
        <source>Length of the prompt whose attention is captured; 0 takes four times the sequence length, so that it is seen beyond what was trained.</source>
        <translation>Comprimento do prompt cuja atenção é capturada; 0 usa quatro vezes o comprimento da sequência, para que se veja além do que foi treinado.</translation>
    </message>
    <message>
        <source>Checkpoint after</source>
        <translation>Checkpoint após</translation>
    </message>
    <message>
        <source>Also writes a checkpoint when so many minutes have passed since the last one, however many steps that were; 0 goes by steps alone.</source>
        <translation>Também grava um checkpoint quando se passaram tantos minutos desde o último, seja qual for o número de passos; 0 segue apenas os passos.</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>Log every</source>
        <translation>Registrar a cada</translation>
    </message>
    <message>
        <source>Steps between rows of train.log; the last step always has one.</source>
        <translation>Passos entre as linhas de train.log; o último passo sempre tem uma.</translation>
    </message>
    <message>
        <source>Bad steps</source>
        <translation>Passos ruins</translation>
    </message>
    <message>
        <source>A step whose loss or gradient is not finite: stop ends the run, with its checkpoints intact; skip leaves the weights as they were, says so in the log, and goes on. Spikes of the gradient norm are only told with stop, and skipped with skip.</source>
        <translation>Um passo cuja perda ou gradiente não é finito: stop encerra a execução, com os checkpoints intactos; skip deixa os pesos como estavam, diz isso no registro e continua. Picos da norma do gradiente são apenas relatados com stop e pulados com skip.</translation>
    </message>
    <message>
        <source>Spike from</source>
        <translation>Pico a partir de</translation>
    </message>
    <message>
        <source>A gradient norm of so many times the median of the last 100 steps counts as a spike; 0 looks for none.</source>
        <translation>Uma norma do gradiente de tantas vezes a mediana dos últimos 100 passos conta como pico; 0 não procura nenhum.</translation>
    </message>
    <message>
        <source>× median</source>
        <translation>× mediana</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>Also writes the curves as an event file for TensorBoard, while the run goes on.</source>
        <translation>Também grava as curvas em um arquivo de eventos para o TensorBoard, enquanto a execução continua.</translation>
    </message>
    <message>
        <source>Write model.pt</source>
        <translation>Gravar model.pt</translation>
    </message>
    <message>
        <source>At the end also writes model.pt, which PyTorch and the official code load.</source>
        <translation>No fim também grava model.pt, que o PyTorch e o código oficial carregam.</translation>
    </message>
    <message>
        <source>Shard the optimiser</source>
        <translation>Dividir o otimizador</translation>
    </message>
    <message>
        <source>ZeRO stage 1: with several processes each keeps the moments of its share of the parameters. The numbers stay the same; memory for moments is divided by the number of processes.</source>
        <translation>ZeRO estágio 1: com vários processos, cada um guarda os momentos da sua parte dos parâmetros. Os números não mudam; a memória dos momentos é dividida pelo número de processos.</translation>
    </message>
    <message>
        <source>Gradient bucket</source>
        <translation>Bloco de gradientes</translation>
    </message>
    <message>
        <source>With several processes: gradients are reduced in buckets of this size while the backward pass goes on.</source>
        <translation>Com vários processos: os gradientes são reduzidos em blocos deste tamanho enquanto a passagem para trás continua.</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Give up after</source>
        <translation>Desistir após</translation>
    </message>
    <message>
        <source>With several processes: seconds without an answer after which the others end with an error. It must be longer than a validation, a capture and a checkpoint take.</source>
        <translation>Com vários processos: segundos sem resposta após os quais os outros terminam com um erro. Deve ser mais longo do que duram uma validação, uma captura e um checkpoint.</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Sementes</translation>
    </message>
    <message>
        <source>Keys and random depths follow from these numbers alone. With several, every depth is tried as often: the map of depth and length needs that.</source>
        <translation>Chaves e profundidades aleatórias decorrem apenas destes números. Com vários, cada profundidade é testada igual número de vezes: o mapa de profundidade e comprimento precisa disso.</translation>
    </message>
    <message>
        <source>Filler</source>
        <translation>Preenchimento</translation>
    </message>
    <message>
        <source>noise: the official sentences, over and over. Or a text file: its sentences, in their order, hide the key, which is harder.</source>
        <translation>noise: as frases oficiais, repetidas. Ou um arquivo de texto: suas frases, na ordem, escondem a chave, o que é mais difícil.</translation>
    </message>
    <message>
        <source>Scoring</source>
        <translation>Pontuação</translation>
    </message>
    <message>
        <source>teacher_forced: each digit is predicted with the true digits before it, as in the paper. generated: the model writes the key itself. both shows either.</source>
        <translation>teacher_forced: cada dígito é previsto com os dígitos verdadeiros antes dele, como no artigo. generated: o próprio modelo escreve a chave. both mostra ambos.</translation>
    </message>
    <message>
        <source>Digits of the key; all must be right. Several numbers are tested one after the other.</source>
        <translation>Dígitos da chave; todos devem estar certos. Vários números são testados um após o outro.</translation>
    </message>
    <message>
        <source>RULER tasks</source>
        <translation>Tarefas do RULER</translation>
    </message>
    <message>
        <source>Needles in a haystack with one or several keys, values and questions; vt follows variables through assignments, cwe and fwe find the commonest words.</source>
        <translation>Agulhas no palheiro com uma ou várias chaves, valores e perguntas; vt segue variáveis por atribuições, cwe e fwe encontram as palavras mais comuns.</translation>
    </message>
    <message>
        <source>RULER lengths</source>
        <translation>Comprimentos do RULER</translation>
    </message>
    <message>
        <source>Lengths of prompt and answer together; filler is added up to them, never beyond.</source>
        <translation>Comprimentos de prompt e resposta juntos; o preenchimento vai até eles, nunca além.</translation>
    </message>
    <message>
        <source>RULER prompts</source>
        <translation>Prompts do RULER</translation>
    </message>
    <message>
        <source>Prompts per task and length; RULER itself takes 500.</source>
        <translation>Prompts por tarefa e comprimento; o próprio RULER usa 500.</translation>
    </message>
    <message>
        <source>RULER seed</source>
        <translation>Semente do RULER</translation>
    </message>
    <message>
        <source>Needles and their places follow from this number alone.</source>
        <translation>As agulhas e seus lugares decorrem apenas deste número.</translation>
    </message>
    <message>
        <source>Essays</source>
        <translation>Ensaios</translation>
    </message>
    <message>
        <source>Text file, or folder of them, whose sentences hide the needles of the tasks that use essays; RULER takes essays by Paul Graham.</source>
        <translation>Arquivo de texto, ou pasta deles, cujas frases escondem as agulhas das tarefas que usam ensaios; o RULER usa ensaios de Paul Graham.</translation>
    </message>
    <message>
        <source>Answer prefix</source>
        <translation>Início da resposta</translation>
    </message>
    <message>
        <source>The prompt ends with the first words of the answer. Models that were trained on plain text need it; turn it off for models that follow instructions.</source>
        <translation>O prompt termina com as primeiras palavras da resposta. Modelos treinados em texto simples precisam disso; desligue para modelos que seguem instruções.</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Múltipla escolha</translation>
    </message>
    <message>
        <source>What to ask: mmlu=FOLDER, arc=FILE (JSON Lines or Parquet as the Hub serves them), or a template: a JSON file that says where question, choices and answer are.</source>
        <translation>O que perguntar: mmlu=PASTA, arc=ARQUIVO (JSON Lines ou Parquet como o Hub os fornece), ou um modelo: um arquivo JSON que diz onde estão pergunta, alternativas e resposta.</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemplos</translation>
    </message>
    <message>
        <source>Solved examples before each question: the first ones of the task&apos;s examples (MMLU: dev, ARC: train).</source>
        <translation>Exemplos resolvidos antes de cada pergunta: os primeiros dos exemplos da tarefa (MMLU: dev, ARC: train).</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Perguntas</translation>
    </message>
    <message>
        <source>First questions of each subject that are asked; 0 asks all.</source>
        <translation>Primeiras perguntas de cada matéria que são feitas; 0 faz todas.</translation>
    </message>
    <message>
        <source>Longest question</source>
        <translation>Pergunta mais longa</translation>
    </message>
    <message>
        <source>Tokens that a question with its examples may have; 0 takes any.</source>
        <translation>Tokens que uma pergunta com seus exemplos pode ter; 0 aceita qualquer número.</translation>
    </message>
    <message>
        <source>Longer questions</source>
        <translation>Perguntas mais longas</translation>
    </message>
    <message>
        <source>skip leaves them out and says how many; cut drops their beginning, as the public harness does; refuse ends the evaluation.</source>
        <translation>skip as deixa de fora e diz quantas; cut corta o começo, como faz o harness público; refuse encerra a avaliação.</translation>
    </message>
    <message>
        <source>Unsound rows</source>
        <translation>Linhas defeituosas</translation>
    </message>
    <message>
        <source>Beginning mark</source>
        <translation>Marca de início</translation>
    </message>
    <message>
        <source>Begins prompts with the tokenizer&apos;s beginning-of-sequence piece; take what the model saw in training.</source>
        <translation>Começa os prompts com a peça de início de sequência do tokenizador; use o que o modelo viu no treinamento.</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Whether RULER&apos;s tasks are run.</source>
        <translation>Se as tarefas do RULER são executadas.</translation>
    </message>
    <message>
        <source>Perplexity kinds</source>
        <translation>Tipos de perplexidade</translation>
    </message>
    <message>
        <source>by_position: one long forward, how well far positions are predicted with everything before them in sight. sliding: a window of fixed length moved over the text. They answer different questions.</source>
        <translation>by_position: uma longa passagem, quão bem posições distantes são previstas com tudo o que vem antes à vista. sliding: uma janela de comprimento fixo movida sobre o texto. Respondem a perguntas diferentes.</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>Documentos</translation>
    </message>
    <message>
        <source>across: the text is one stream, as in the official code. within: every document is read alone, from its own beginning.</source>
        <translation>across: o texto é um só fluxo, como no código oficial. within: cada documento é lido sozinho, desde o próprio começo.</translation>
    </message>
    <message>
        <source>Sliding context</source>
        <translation>Contexto deslizante</translation>
    </message>
    <message>
        <source>Tokens that each forward of sliding perplexity sees.</source>
        <translation>Tokens que cada passagem da perplexidade deslizante vê.</translation>
    </message>
    <message>
        <source>Sliding stride</source>
        <translation>Passo deslizante</translation>
    </message>
    <message>
        <source>How far the next forward is moved; its last tokens, as many, are scored. Smaller is slower and gives every token more context.</source>
        <translation>Quanto a próxima passagem é movida; seus últimos tokens, em igual número, são pontuados. Menor é mais lento e dá mais contexto a cada token.</translation>
    </message>
    <message>
        <source>Sliding length</source>
        <translation>Comprimento deslizante</translation>
    </message>
    <message>
        <source>Tokens of the text that sliding perplexity scores; 0 takes all.</source>
        <translation>Tokens do texto que a perplexidade deslizante pontua; 0 toma todos.</translation>
    </message>
    <message>
        <source>RoPE scaling</source>
        <translation>Escala do RoPE</translation>
    </message>
    <message>
        <source>How a model with RoPE is stretched to longer contexts than it was trained with: linear interpolates positions, ntk enlarges the base, yarn does either by frequency and sharpens attention; none leaves it.</source>
        <translation>Como um modelo com RoPE é estendido a contextos mais longos que os do treinamento: linear interpola posições, ntk aumenta a base, yarn faz um ou outro conforme a frequência e torna a atenção mais nítida; none deixa como está.</translation>
    </message>
    <message>
        <source>RoPE factor</source>
        <translation>Fator do RoPE</translation>
    </message>
    <message>
        <source>How many times longer than in training contexts shall be: 8 for 4,096 tokens after 512. Larger than needed costs accuracy.</source>
        <translation>Quantas vezes mais longos que no treinamento serão os contextos: 8 para 4.096 tokens depois de 512. Maior que o necessário custa acurácia.</translation>
    </message>
    <message>
        <source>RoPE trained length</source>
        <translation>Comprimento treinado do RoPE</translation>
    </message>
    <message>
        <source>Tokens of the contexts that the model was trained with, from which yarn tells slow from fast frequencies.</source>
        <translation>Tokens dos contextos com que o modelo foi treinado; com eles o yarn distingue frequências lentas de rápidas.</translation>
    </message>
    <message>
        <source>the sequence length of the training</source>
        <translation>o comprimento da sequência do treinamento</translation>
    </message>
    <message>
        <source>T5 buckets</source>
        <translation>Faixas do T5</translation>
    </message>
    <message>
        <source>Buckets of distances that each have a learned number per head: the first half for one distance each, the others wider and wider.</source>
        <translation>Faixas de distâncias, cada uma com um número aprendido por cabeça: a primeira metade para uma distância cada, as outras cada vez mais largas.</translation>
    </message>
    <message>
        <source>T5 largest distance</source>
        <translation>Maior distância do T5</translation>
    </message>
    <message>
        <source>All distances from here on share T5&apos;s last bucket, so that beyond it the bias tells no distance.</source>
        <translation>Todas as distâncias a partir daqui compartilham a última faixa do T5; além dela o viés não distingue distâncias.</translation>
    </message>
    <message>
        <source>Initial FIRE threshold</source>
        <translation>Limiar inicial do FIRE</translation>
    </message>
    <message>
        <source>Start of FIRE&apos;s learned threshold L: up to there distances are measured against L, further on against the query&apos;s position.</source>
        <translation>Início do limiar L aprendido pelo FIRE: até ali as distâncias são medidas em relação a L, mais adiante em relação à posição da consulta.</translation>
    </message>
    <message>
        <source>Sandwich width</source>
        <translation>Largura do Sandwich</translation>
    </message>
    <message>
        <source>Dimensions of the sinusoidal embeddings whose product is Sandwich&apos;s bias: more make it steeper.</source>
        <translation>Dimensões dos embeddings senoidais cujo produto é o viés do Sandwich: mais dimensões o tornam mais íngreme.</translation>
    </message>
    <message>
        <source>Rotated fraction</source>
        <translation>Fração girada</translation>
    </message>
    <message>
        <source>Share of each head&apos;s dimensions that RoPE rotates; the others see content without position. 1 rotates all.</source>
        <translation>Parte das dimensões de cada cabeça que o RoPE gira; as outras veem o conteúdo sem posição. 1 gira todas.</translation>
    </message>
    <message>
        <source>skip leaves out rows without a question, choices or a right answer, and files that cannot be read, and says how many; refuse ends the test at the first.</source>
        <translation>skip deixa de fora linhas sem questão, alternativas ou resposta correta, e arquivos que não podem ser lidos, e diz quantos; refuse encerra o teste no primeiro.</translation>
    </message>
    <message>
        <source>Text file or folder of token shards on which perplexity is measured; empty: it is not. Each line of a .txt file is a document, and its line breaks are neither predicted nor counted; so is each row of .jsonl and Parquet, whose texts keep their line breaks.</source>
        <translation>Arquivo de texto ou pasta de fragmentos de tokens em que a perplexidade é medida; vazio: não é medida. Cada linha de um arquivo .txt é um documento, e suas quebras de linha não são previstas nem contadas; assim também cada linha de .jsonl e Parquet, cujos textos mantêm as quebras de linha.</translation>
    </message>
    <message>
        <source>Unsound texts</source>
        <translation>Textos defeituosos</translation>
    </message>
    <message>
        <source>skip leaves out rows without a text, and what cannot be read of a file, and says how many; refuse ends the test at the first.</source>
        <translation>skip deixa de fora linhas sem texto, e o que não pode ser lido de um arquivo, e diz quantas; refuse encerra o teste na primeira.</translation>
    </message>
    <message>
        <source>Prompt lengths to test; each is met by whole filler sentences and not exceeded, except where the shortest prompt is longer.</source>
        <translation>Comprimentos de prompt a testar; cada um é atingido com frases de enchimento inteiras e não é excedido, exceto onde o prompt mais curto é mais longo.</translation>
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
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>1: what is being done, 2: percent</comment>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, %2, %3 to go</source>
        <comment>1: what is being done, 2: percent, 3: time</comment>
        <translation>%1, %2, faltam %3</translation>
    </message>
</context>
<context>
    <name>heads</name>
    <message>
        <source>Mass on the needle</source>
        <translation>Massa na agulha</translation>
    </message>
    <message>
        <source>Mass on the needle, times uniform</source>
        <translation>Massa na agulha, vezes uniforme</translation>
    </message>
    <message>
        <source>Entropy (nats)</source>
        <translation>Entropia (nats)</translation>
    </message>
    <message>
        <source>Mean distance (tokens)</source>
        <translation>Distância média (tokens)</translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation>Maior peso</translation>
    </message>
    <message>
        <source>Prior shape θβ</source>
        <translation>Forma do prior θβ</translation>
    </message>
    <message>
        <source>How much of its attention a head gives to the needle, as a mean over the answer&apos;s queries.</source>
        <translation>Quanto da sua atenção uma cabeça dá à agulha, em média sobre as consultas da resposta.</translation>
    </message>
    <message>
        <source>The same as a multiple of what equal weights on all visible keys would give. From 10 on a head can be called a retrieval head.</source>
        <translation>O mesmo, como múltiplo do que pesos iguais em todas as chaves visíveis dariam. A partir de 10, uma cabeça pode ser chamada de cabeça de recuperação.</translation>
    </message>
    <message>
        <source>How widely attention is spread: 0 is one key, ln of the number of keys is all of them alike.</source>
        <translation>Quão espalhada está a atenção: 0 é uma só chave, ln do número de chaves é todas por igual.</translation>
    </message>
    <message>
        <source>How far back a head looks, weighted by attention.</source>
        <translation>Até que distância para trás uma cabeça olha, ponderada pela atenção.</translation>
    </message>
    <message>
        <source>The largest weight that any key gets, as a mean over the answer&apos;s queries.</source>
        <translation>O maior peso que alguma chave recebe, em média sobre as consultas da resposta.</translation>
    </message>
    <message>
        <source>The exponent of the positional prior. Below 0 it turns attention away from the neighbourhood, to far tokens.</source>
        <translation>O expoente do prior posicional. Abaixo de 0, ele desvia a atenção da vizinhança para tokens distantes.</translation>
    </message>
    <message>
        <source>gives nothing</source>
        <translation>não contribui</translation>
    </message>
    <message>
        <source>uniform attention</source>
        <translation>atenção uniforme</translation>
    </message>
    <message>
        <source>position alone</source>
        <translation>só posição</translation>
    </message>
    <message>
        <source>content alone</source>
        <translation>só conteúdo</translation>
    </message>
    <message>
        <source>as trained</source>
        <translation>como treinada</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nada alterado</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) changed</source>
        <translation>
            <numerusform>%n cabeça alterada</numerusform>
            <numerusform>%n cabeças alteradas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensFigures</name>
    <message>
        <source>Key position (tokens)</source>
        <translation>Posição da chave (tokens)</translation>
    </message>
    <message>
        <source>Needle</source>
        <translation>Agulha</translation>
    </message>
    <message>
        <source>Attention of the answer&apos;s queries, %1</source>
        <translation>Atenção das consultas da resposta, %1</translation>
    </message>
    <message>
        <source>Head (needle mass, × uniform)</source>
        <translation>Cabeça (massa na agulha, × uniforme)</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>Attention weight</source>
        <translation>Peso de atenção</translation>
    </message>
    <message>
        <source>%1 by head, %2</source>
        <translation>%1 por cabeça, %2</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Camada</translation>
    </message>
    <message>
        <source>Probability of the expected answer, %1</source>
        <translation>Probabilidade da resposta esperada, %1</translation>
    </message>
    <message>
        <source>as trained</source>
        <translation>como treinado</translation>
    </message>
    <message>
        <source>with changed heads</source>
        <translation>com cabeças alteradas</translation>
    </message>
    <message>
        <source>Token of the answer</source>
        <translation>Token da resposta</translation>
    </message>
    <message>
        <source>Probability of the expected token</source>
        <translation>Probabilidade do token esperado</translation>
    </message>
    <message>
        <source>Attention of %1, query at %2, %3</source>
        <translation>Atenção de %1, consulta em %2, %3</translation>
    </message>
    <message>
        <source>Retrieval heads being born, %1</source>
        <translation>Cabeças de recuperação nascendo, %1</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Passo</translation>
    </message>
    <message>
        <source>%1, θβ %2</source>
        <translation>%1, θβ %2</translation>
    </message>
    <message>
        <source>Probability of the key</source>
        <translation>Probabilidade da chave</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Mass on the needle, probability of the key</source>
        <translation>Massa na agulha, probabilidade da chave</translation>
    </message>
    <message>
        <source>other heads</source>
        <translation>outras cabeças</translation>
    </message>
    <message>
        <source>all heads whole</source>
        <translation>todas as cabeças intactas</translation>
    </message>
</context>
<context>
    <name>setup</name>
    <message>
        <source>sentencepiece models (*.model *.model.*);;All files (*)</source>
        <translation>Modelos sentencepiece (*.model *.model.*);;Todos os arquivos (*)</translation>
    </message>
    <message>
        <source>the one the shards were made with</source>
        <translation>aquele com que os shards foram criados</translation>
    </message>
    <message>
        <source>fresh weights</source>
        <translation>pesos novos</translation>
    </message>
    <message>
        <source>a text file</source>
        <translation>um arquivo de texto</translation>
    </message>
    <message>
        <source>a folder of shards</source>
        <translation>uma pasta de shards</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>exatamente</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>no mínimo</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>no máximo</translation>
    </message>
    <message>
        <source>How the number of tokens is meant</source>
        <translation>Como interpretar o número de tokens</translation>
    </message>
    <message>
        <source>exactly: this number; at least: rounded up to what divides; at most: rounded down to what divides</source>
        <translation>exatamente: este número; no mínimo: arredondado para cima até um valor divisível; no máximo: arredondado para baixo até um valor divisível</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>um número inteiro de %1 a %2</translation>
    </message>
    <message>
        <source>a whole number of at least %1</source>
        <translation>um número inteiro de no mínimo %1</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>um número inteiro</translation>
    </message>
    <message>
        <source>a number above %1 and at most %2</source>
        <translation>um número acima de %1 e no máximo %2</translation>
    </message>
    <message>
        <source>a number of at least %1 and below %2</source>
        <translation>um número de no mínimo %1 e abaixo de %2</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>um número de %1 a %2</translation>
    </message>
    <message>
        <source>a number of at least %1</source>
        <translation>um número de no mínimo %1</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>um número</translation>
    </message>
    <message>
        <source>any text</source>
        <translation>qualquer texto</translation>
    </message>
    <message>
        <source>one of: %1</source>
        <translation>um destes: %1</translation>
    </message>
    <message>
        <source>on or off</source>
        <translation>ligado ou desligado</translation>
    </message>
    <message>
        <source>whole numbers separated by commas, each at least %1</source>
        <translation>números inteiros separados por vírgulas, cada um no mínimo %1</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>não informado</translation>
    </message>
    <message>
        <source>Expected: %1; or empty for: %2.</source>
        <translation>Esperado: %1; ou vazio para: %2.</translation>
    </message>
    <message>
        <source>Expected: %1.</source>
        <translation>Esperado: %1.</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Aceita</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidade</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Vazio</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Flag</translation>
    </message>
    <message>
        <source>Opposite</source>
        <translation>Oposto</translation>
    </message>
    <message>
        <source>on</source>
        <translation>ligado</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desligado</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>vazio</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Dados</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Treinamento</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Avaliação</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forma</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validação</translation>
    </message>
    <message>
        <source>Pass-key mixture</source>
        <translation>Mistura com chave de acesso</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Passos</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Otimizador</translation>
    </message>
    <message>
        <source>Validation and checkpoints</source>
        <translation>Validação e checkpoints</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Máquina</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Início</translation>
    </message>
    <message>
        <source>Pass-key test</source>
        <translation>Teste da chave de acesso</translation>
    </message>
    <message>
        <source>Counts with Scalable-Softmax only.</source>
        <translation>Vale apenas com Scalable-Softmax.</translation>
    </message>
    <message>
        <source>Counts for the pass-key mixture only.</source>
        <translation>Vale apenas para a mistura com chave de acesso.</translation>
    </message>
    <message>
        <source>Counts when the pass-key test is run.</source>
        <translation>Vale quando o teste da chave de acesso é executado.</translation>
    </message>
    <message>
        <source>Counts when training starts from a checkpoint.</source>
        <translation>Vale quando o treinamento parte de um checkpoint.</translation>
    </message>
    <message>
        <source>Fold or unfold this section</source>
        <translation>Recolher ou expandir esta seção</translation>
    </message>
    <message>
        <source>“%1” could be read in two ways: write it without the mark between the digits.</source>
        <translation>“%1” pode ser lido de duas maneiras: escreva sem o sinal entre os dígitos.</translation>
    </message>
    <message>
        <source>This number is too large to compute with.</source>
        <translation>Este número é grande demais para calcular.</translation>
    </message>
    <message>
        <source>This is no whole number.</source>
        <translation>Isto não é um número inteiro.</translation>
    </message>
    <message>
        <source>This is no number.</source>
        <translation>Isto não é um número.</translation>
    </message>
    <message>
        <source>RULER</source>
        <translation>RULER</translation>
    </message>
    <message>
        <source>Multiple choice</source>
        <translation>Múltipla escolha</translation>
    </message>
    <message>
        <source>Counts when RULER is run.</source>
        <translation>Conta quando o RULER é executado.</translation>
    </message>
    <message>
        <source>Counts when there is a task.</source>
        <translation>Conta quando há uma tarefa.</translation>
    </message>
    <message>
        <source>Counts when perplexity is measured on a text.</source>
        <translation>Conta quando a perplexidade é medida em um texto.</translation>
    </message>
    <message>
        <source>Positional bias</source>
        <translation>Viés posicional</translation>
    </message>
    <message>
        <source>Counts with %1 only.</source>
        <translation>Conta apenas com %1.</translation>
    </message>
    <message>
        <source>%1 has no bias to learn: these fields are kept, but count for other encodings only.</source>
        <translation>%1 não tem viés a aprender: estes campos são mantidos, mas contam apenas para outras codificações.</translation>
    </message>
</context>
</TS>
