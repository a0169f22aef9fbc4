# The public names of firth, once: lazy_loader imports each from here when it is first used, type checkers
# read it, and docs/api_page.py writes the page of the API from it. Plain ASCII.

from . import (
    association as association,
    ca as ca,
    clusters as clusters,
    core as core,
    counting as counting,
    datasets as datasets,
    distributed as distributed,
    documents as documents,
    errors as errors,
    estimators as estimators,
    evaluate as evaluate,
    factorize as factorize,
    plots as plots,
    query as query,
    recipes as recipes,
    senses as senses,
    sphere as sphere,
    store as store,
    text as text,
    tune as tune,
)
from .ca import (
    multiple_correspondence as multiple_correspondence,
    nonlinear_correspondence as nonlinear_correspondence,
    supplementary_columns as supplementary_columns,
    supplementary_rows as supplementary_rows,
)
from .ca.correspondence import Correspondence as Correspondence, correspondence as correspondence
from .clusters import cluster_words as cluster_words
from .core import (
    Association as Association,
    Corpus as Corpus,
    Counts as Counts,
    Embedding as Embedding,
    Factors as Factors,
    Recipe as Recipe,
    SparseLowRank as SparseLowRank,
    Vocabulary as Vocabulary,
)
from .counting import (
    count as count,
    counts_from_long as counts_from_long,
    counts_from_table as counts_from_table,
)
from .errors import FirthError as FirthError
from .estimators import (
    SIF as SIF,
    BagOfWords as BagOfWords,
    CenteredPCA as CenteredPCA,
    CorrespondenceAnalysis as CorrespondenceAnalysis,
    Doc2Vec as Doc2Vec,
    Doc2VecC as Doc2VecC,
    EmptyRowsWarning as EmptyRowsWarning,
    KernelCA as KernelCA,
    MultipleCorrespondenceAnalysis as MultipleCorrespondenceAnalysis,
    NonlinearCA as NonlinearCA,
    PowerMeans as PowerMeans,
    SemiSupervisedCA as SemiSupervisedCA,
    UnitBallEmbedding as UnitBallEmbedding,
    WordMeans as WordMeans,
    WordVectors as WordVectors,
)
from .evaluate import (
    compare as compare,
    evaluate_analogies as evaluate_analogies,
    evaluate_categories as evaluate_categories,
    evaluate_outliers as evaluate_outliers,
    evaluate_similarity as evaluate_similarity,
    neighbor_report as neighbor_report,
)
from .factorize import decompose as decompose
from .query import (
    analogy as analogy,
    neighbors as neighbors,
    similarity as similarity,
)
from .recipes import (
    RECIPES as RECIPES,
    NamedRecipe as NamedRecipe,
    associate as associate,
    register_recipe as register_recipe,
)
from .recipes.embed import embed as embed
from .recipes.postprocess import postprocess as postprocess
from .senses import (
    SenseModel as SenseModel,
    induce as induce,
    load_senses as load_senses,
    sense_embedding as sense_embedding,
    tag as tag,
)
from .store import (
    from_gensim as from_gensim,
    load as load,
    load_counts as load_counts,
    load_embedding as load_embedding,
    save as save,
)
from .text import (
    encode as encode,
    encode_texts as encode_texts,
)
from .text.clean import (
    clean_html as clean_html,
    clean_latex as clean_latex,
    clean_markdown as clean_markdown,
    clean_subtitles as clean_subtitles,
    clean_tweet as clean_tweet,
    clean_tweets as clean_tweets,
    clean_wikipedia as clean_wikipedia,
    clean_xml as clean_xml,
)

__version__: str
