# One analysis by one R package: seconds, memory beyond what it began with, and a number to compare.
#
#     Rscript practice.R CASE PACKAGE FILE
#
# The file is read, and a corner of it analyzed once, before the clock starts. Analyses are repeated for three
# seconds, up to 25 times, and the median counts, of seconds and of seconds of the processor.

given <- commandArgs(trailingOnly = TRUE)
case <- given[1]
package <- given[2]
suppressPackageStartupMessages(library(package, character.only = TRUE))

AXES <- 5

resident <- function(field) {
  # Megabytes, from Linux; 0 elsewhere.
  if (!file.exists("/proc/self/status")) return(0)
  line <- grep(paste0("^", field), readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("[^0-9]", "", line)) * 1024 / 1e6
}

records <- function(path) read.csv(path, stringsAsFactors = TRUE, check.names = FALSE)
table_of <- function(path) as.matrix(read.csv(path, row.names = 1, check.names = FALSE))
variables <- function(frame) frame[, names(frame) != "group"]
plain_mca <- function(frame) MCA(variables(frame), ncp = AXES, graph = FALSE)

largest <- function(tables) {
  # Where p underflows, R's v-tests are infinite.
  found <- abs(unlist(lapply(tables, function(table) table[, "v.test"])))
  max(found[found < 30])
}

# read: of the file. prepare: what the analysis needs and the clock does not see. analyze: what is timed.
# check: a number that other contenders find too. corner: rows for warming up.
cases <- list(
  FactoMineR = list(
    ca = list(
      read = table_of, prepare = identity,
      analyze = function(x) CA(x, ncp = AXES, graph = FALSE),
      check = function(found) sqrt(found$eig[1, 1])
    ),
    mca = list(
      read = records, prepare = variables,
      analyze = function(x) MCA(x, ncp = AXES, graph = FALSE),
      check = function(found) sqrt(found$eig[1, 1])
    ),
    describe_axes = list(
      read = records, prepare = plain_mca,
      analyze = function(x) dimdesc(x, axes = 1:AXES),
      check = function(found) max(found[[1]]$quali[, "R2"])
    ),
    describe_groups = list(
      read = records, prepare = identity,
      analyze = function(x) catdes(x, which(names(x) == "group")),
      check = function(found) largest(found$category)
    ),
    characteristic = list(
      read = table_of, prepare = identity,
      analyze = function(x) descfreq(x),
      check = function(found) largest(found)
    ),
    cluster_axes = list(
      read = records, prepare = plain_mca,
      analyze = function(x) HCPC(x, nb.clust = -1, graph = FALSE),
      check = function(found) length(unique(found$data.clust$clust))
    )
  ),
  ca = list(
    ca = list(
      read = table_of, prepare = identity,
      analyze = function(x) ca(x, nd = AXES),
      check = function(found) found$sv[1]
    ),
    mca = list(
      read = records, prepare = variables,
      analyze = function(x) mjca(x, nd = AXES),
      # mjca gives the root of the adjusted inertia; this is the singular value of the indicator table.
      check = function(found) {
        q <- length(found$levels.n)
        sqrt(1 / q + (q - 1) / q * found$sv[1])
      }
    )
  )
)

task <- cases[[package]][[case]]
input <- task$read(given[3])
corner <- input[seq_len(min(60, nrow(input))), ]
if (is.matrix(corner)) corner <- corner[rowSums(corner) > 0, colSums(corner) > 0]
if (is.data.frame(corner)) corner <- droplevels(corner)
invisible(try(suppressWarnings(task$analyze(task$prepare(corner))), silent = TRUE))
prepared <- task$prepare(input)
invisible(gc())
before <- resident("VmRSS")
seconds <- c()
busy <- c()
repeat {
  took <- system.time(found <- suppressWarnings(task$analyze(prepared)), gcFirst = FALSE)
  seconds <- c(seconds, took[["elapsed"]])
  busy <- c(busy, took[["user.self"]] + took[["sys.self"]])
  if (length(seconds) == 25 || sum(seconds) >= 3) break
}
cat(sprintf(
  '{"seconds": %.6g, "cpu_seconds": %.6g, "extra_mb": %.1f, "check": %.10g}\n',
  median(seconds), median(busy), max(0, resident("VmHWM") - before), task$check(found)
))
