PRAGMA application_id = 1936749678;
PRAGMA user_version = 5;
CREATE TABLE benchmark (
  -- One benchmark of a run: a sample per repetition: the time of one iteration, of the CPU, or on the
  -- wall where the name ends in real_time.
  benchmark_run_id INTEGER NOT NULL REFERENCES benchmark_run, -- measured by
  name TEXT NOT NULL, -- as Google Benchmark prints it, without what names a repetition
  iterations INTEGER NOT NULL, -- that one sample is the mean of; 0 after an error
  n INTEGER NOT NULL, -- samples
  min_us REAL, -- fastest sample
  median_us REAL, -- median
  ci_low_us REAL, -- 95 % interval of the median; below six samples their whole range
  ci_high_us REAL, -- 95 % interval of the median; below six samples their whole range
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds, in order
  counters TEXT NOT NULL CHECK (json_valid(counters)), -- JSON object: what the benchmark counts, mean over the samples
  error TEXT NOT NULL, -- why there are no samples, else empty
  PRIMARY KEY (benchmark_run_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE benchmark_run (
  -- One run of sptune-microbench. Its numbers may be compared with those of other commits on the same hardware.
  benchmark_run_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- the same in every file that the run is merged into
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  env_id INTEGER NOT NULL REFERENCES environment, -- with which software
  git_sha TEXT NOT NULL, -- commit of sptune: what is compared
  git_dirty INTEGER NOT NULL CHECK (git_dirty IN (0, 1)), -- 1: with uncommitted changes
  info TEXT NOT NULL CHECK (json_valid(info)), -- JSON object: host, load, governor
  stored_at TEXT NOT NULL -- UTC, when the run had ended
) STRICT;
CREATE TABLE config (
  -- A point in the space of a variant, described by names.
  config_id INTEGER PRIMARY KEY, -- key inside this file only
  config_hash TEXT NOT NULL UNIQUE, -- hash of operation, backend, variant, code and text
  variant_id INTEGER NOT NULL REFERENCES variant, -- of which kernel
  text TEXT NOT NULL, -- canonical text, for example csr{threads=4}
  params TEXT NOT NULL CHECK (json_valid(params)), -- JSON object of the axes; params ->> '$.unroll' reads one
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)), -- 1: the default point of its variant
  threads ANY GENERATED ALWAYS AS (params ->> '$.threads') VIRTUAL, -- axis `threads` where there is one
  UNIQUE (variant_id, text)
) STRICT;
INSERT INTO "config" VALUES(1,'c87ff4130c66450000745c53d939233c',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'a3d0aefdb78777b8f17a31d81e992ac1',5,'dia{block=32,threads=0}','{"block":32,"threads":0}',1);
INSERT INTO "config" VALUES(3,'ddf1a0a597760f46995fe47c3cb2fede',8,'bsr{r=3,threads=0}','{"r":3,"threads":0}',1);
INSERT INTO "config" VALUES(4,'aa416bd86c8fed75872d80656c8d44ee',9,'vbl{width=4,threads=0}','{"width":4,"threads":0}',1);
INSERT INTO "config" VALUES(6,'cdf4eff03a6bde0d703ed96c5f0710c0',1,'csr{schedule=nnz,width=8,prefetch=false,threads=4}','{"schedule":"nnz","width":8,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(7,'f4a2a2e9928a79c8e4509b859f2d0cb8',1,'csr{schedule=nnz,width=8,prefetch=false,threads=16}','{"schedule":"nnz","width":8,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(9,'5c8c9aa4f344ddc4f98d41175152bf97',2,'csr16{width=8,threads=4}','{"width":8,"threads":4}',0);
INSERT INTO "config" VALUES(10,'e435572e33af4d6b8c25e375107a16bc',2,'csr16{width=8,threads=16}','{"width":8,"threads":16}',0);
INSERT INTO "config" VALUES(11,'963284fec307622d47d329bae7cab946',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(37,'227a594f97e31e5a38285ce5bec54793',33,'eigen{threads=1}','{"threads":1}',0);
INSERT INTO "config" VALUES(38,'d2755430c6693b3b6ce0be599a1abce4',33,'eigen{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(39,'5a62284d4ba57665a12b346c6652ef01',33,'eigen{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(40,'ffed31d4f50114359f1de1718e292934',34,'librsb{tuned=true,threads=1}','{"tuned":true,"threads":1}',0);
INSERT INTO "config" VALUES(41,'e45da8ed5055541761c0f17905c0795d',34,'librsb{tuned=true,threads=4}','{"tuned":true,"threads":4}',0);
INSERT INTO "config" VALUES(42,'f988c5a2f5d91af4e2a4cae9b60ad824',34,'librsb{tuned=true,threads=16}','{"tuned":true,"threads":16}',0);
INSERT INTO "config" VALUES(43,'8fe64633acfc633eaa173d296415adc4',1,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":"nnz","width":8,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(44,'788ada79e5ffb98571706a72f9450535',2,'csr16{width=8,threads=0}','{"width":8,"threads":0}',1);
INSERT INTO "config" VALUES(45,'3d94c3af8201cdddb93b686937999412',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(46,'5a0d873c79acc40257f89aa5cd019094',6,'coo{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(47,'304ad43258286037952721e739f40a0f',7,'hyb{k=rule,threads=0}','{"k":"rule","threads":0}',1);
INSERT INTO "config" VALUES(56,'148709563486827af00cb57469788192',4,'sell{c=32,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":32,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(59,'443bed8824b991c330b3e56f22c1852e',4,'sell{c=8,sigma=1024,index_bits=16,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":16,"cut":0,"prefetch":false,"threads":0}',0);
CREATE TABLE context (
  -- Trials of one context may be compared with each other: same hardware, environment and policy.
  context_id INTEGER PRIMARY KEY, -- key inside this file only
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  env_id INTEGER NOT NULL REFERENCES environment, -- with which software
  policy_id INTEGER NOT NULL REFERENCES policy, -- measured how
  UNIQUE (hw_id, env_id, policy_id)
) STRICT;
INSERT INTO "context" VALUES(1,1,1,1);
INSERT INTO "context" VALUES(2,2,1,2);
CREATE TABLE dispatch_log (
  -- What dispatchers chose in applications, imported back.
  log_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16), -- the same in every file that it is merged into
  at TEXT NOT NULL, -- UTC
  pattern_hash TEXT NOT NULL, -- structure of the matrix
  operation TEXT NOT NULL, -- what was computed
  configuration TEXT NOT NULL, -- canonical text of the choice
  match TEXT NOT NULL, -- forced, predicted, abstained, no_model or other_machine
  expected_runs REAL, -- what the caller announced
  expected_gain REAL, -- predicted time of the default over that of the choice
  median_us REAL -- measured in the application, where it was
) STRICT;
CREATE TABLE drift (
  -- A reference kernel on a matrix of its own, timed again and again during a run: what the machine itself does.
  run_id INTEGER NOT NULL REFERENCES run, -- during which run
  device TEXT NOT NULL, -- as in place
  started_at TEXT NOT NULL, -- UTC
  trials INTEGER NOT NULL, -- of the run that had ended by then
  configuration TEXT NOT NULL, -- canonical text of the reference
  median_us REAL NOT NULL, -- its median
  disturbed TEXT NOT NULL, -- why it is not to be believed, else empty
  PRIMARY KEY (run_id, device, started_at)
) STRICT, WITHOUT ROWID;
INSERT INTO "drift" VALUES(1,'','2026-11-23T19:06:47.423Z',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',1.84686596679687499997e+03,'');
INSERT INTO "drift" VALUES(1,'','2026-11-23T19:07:17.336Z',2037,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',2.13260754394531249996e+03,'');
INSERT INTO "drift" VALUES(1,'','2026-11-23T19:07:51.265Z',3413,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',2.40271545410156249999e+03,'');
INSERT INTO "drift" VALUES(1,'','2026-11-23T19:08:21.350Z',4296,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',1.87889953613281250003e+03,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:44:41.336Z',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',6.72414001464843750013e+02,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:45:11.514Z',8316,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',5.59856018066406250013e+02,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:45:41.712Z',15071,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',552.905029296875,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:46:11.931Z',16391,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',8.37023986816406250031e+02,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:46:42.092Z',18068,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',605.614013671875,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:47:12.289Z',19498,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',5.72649505615234375019e+02,'');
INSERT INTO "drift" VALUES(2,'','2026-11-23T17:47:43.188Z',20867,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',1029.1455078125,'');
CREATE TABLE environment (
  -- Compiler, libraries and drivers as far as they decide a number. The commit does not: kernels carry
  -- their own hash (variant.code_hash), see docs/decisions/003.
  env_id INTEGER PRIMARY KEY, -- key inside this file only
  env_hash TEXT NOT NULL UNIQUE, -- hash of all the columns below
  compiler TEXT NOT NULL, -- name and version
  flags TEXT NOT NULL, -- compile flags
  os TEXT NOT NULL, -- operating system
  libc TEXT NOT NULL, -- C library
  library_version TEXT NOT NULL, -- version of sptune
  isa TEXT NOT NULL, -- instruction set that the CPU kernels use
  driver TEXT NOT NULL, -- GPU driver, empty without one
  cuda_runtime TEXT NOT NULL, -- CUDA runtime, empty without one
  cusparse TEXT NOT NULL -- cuSPARSE, empty without one
) STRICT;
INSERT INTO "environment" VALUES(1,'b013c6e0e89250e40d270753675434c4','GNU 12.2.0','--param=ggc-min-heapsize=524288 -O1 -DNDEBUG, CUDA --Ofast-compile=max','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx512','','','');
INSERT INTO "environment" VALUES(2,'bf05f5cfccd93e609a382b226e1fbfc3','GNU 12.2.0','-O3 -DNDEBUG','Ubuntu 24.04.3 LTS','glibc 2.39','0.1.0','avx512','13.0','13.0','12.6.3');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(1,'fit','the longest row has 2390 entries, a mean of 4: 658722240 bytes, more than 4 times the 1254320 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','at least 19695 pieces of diagonals of 32 rows for 96872 entries: 5126444 bytes, more than 4 times the 1254320 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(3,'fit','at least 66075 blocks of 3x3 for 96872 entries: 5082940 bytes, more than 4 times the 1254320 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4,'fit','86943 runs of neighbouring columns for 96872 entries: 1301547 bytes, not fewer than the 1254320 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(41,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(42,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(76,'fit','at least 36669 pieces of diagonals of 32 rows for 191368 entries: 9539172 bytes, more than 4 times the 2380004 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(77,'fit','at least 125351 blocks of 3x3 for 191368 entries: 9582404 bytes, more than 4 times the 2380004 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(78,'fit','189825 runs of neighbouring columns for 191368 entries: 2563657 bytes, not fewer than the 2380004 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(111,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(112,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(113,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(114,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(115,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(116,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4764,'fit','the longest row has 46 entries, a mean of 3: 11767168 bytes, more than 4 times the 974756 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4765,'fit','at least 29611 pieces of diagonals of 32 rows for 105859 entries: 3916652 bytes, more than 4 times the 974756 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4766,'fit','at least 97589 blocks of 3x3 for 105859 entries: 3988816 bytes, more than 4 times the 974756 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4767,'fit','105838 runs of neighbouring columns for 105859 entries: 1080510 bytes, not fewer than the 974756 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4768,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4769,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4770,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4771,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4772,'fit','the longest row has 46 entries, a mean of 3: 11776000 bytes, more than 4 times the 974756 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4808,'fit','the longest row has 139 entries, a mean of 12: 373632 bytes, more than 4 times the 35348 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4809,'fit','at least 1272 pieces of diagonals of 32 rows for 4252 entries: 167992 bytes, more than 4 times the 35348 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(4810,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4811,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
CREATE TABLE feature_cost (
  -- What extracting the features of one tier took.
  matrix_id INTEGER NOT NULL REFERENCES matrix, -- of which matrix
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  tier INTEGER NOT NULL, -- see feature_def
  seconds REAL NOT NULL, -- wall time
  PRIMARY KEY (matrix_id, hw_id, tier)
) STRICT, WITHOUT ROWID;
CREATE TABLE feature_def (
  -- What a feature is called; a changed meaning is a new version.
  feature_id INTEGER PRIMARY KEY, -- key inside this file only
  name TEXT NOT NULL, -- name as in models
  version INTEGER NOT NULL, -- version of its meaning
  tier INTEGER NOT NULL, -- cost class: 0 header, 1 row offsets, 2 sampled columns, 3 products
  unit TEXT NOT NULL, -- unit of the value
  UNIQUE (name, version)
) STRICT;
CREATE TABLE hardware (
  -- A machine as far as it decides a number: the same parts hash to the same row wherever they stand.
  hw_id INTEGER PRIMARY KEY, -- key inside this file only
  hw_hash TEXT NOT NULL UNIQUE, -- hash of all properties but name and info
  name TEXT NOT NULL, -- marketing name
  kind TEXT NOT NULL, -- cpu or gpu
  arch TEXT NOT NULL, -- family, model and instruction set, or sm_90
  cores INTEGER NOT NULL, -- cores that the process may use; multiprocessors of a GPU
  l2_bytes INTEGER NOT NULL, -- second-level cache, bytes
  l3_bytes INTEGER NOT NULL, -- last-level cache, bytes
  memory_bytes INTEGER NOT NULL, -- main or device memory, bytes
  info TEXT NOT NULL CHECK (json_valid(info)) -- JSON object of everything else worth knowing
) STRICT;
INSERT INTO "hardware" VALUES(1,'393d978a64f499ddb8dfc27810ce8964','AMD EPYC','cpu','x86-64 AuthenticAMD 26/2 avx512',1,1048576,33554432,25276510208,'{}');
INSERT INTO "hardware" VALUES(2,'acad74a239db43a83f0a75bc973692e8','AMD EPYC','cpu','x86-64 AuthenticAMD 26/2 avx512',2,1048576,33554432,25276510208,'{}');
INSERT INTO "hardware" VALUES(3,'bbffdcfe16c22e28f27376d1de32a47a','NVIDIA H200','gpu','sm_90',132,62914560,0,150109880320,'{}');
CREATE TABLE load (
  -- What else went on while the samples of a trial were taken. NULL where it was not said.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  window_s REAL NOT NULL, -- watched for so long, s
  waiting_threads REAL, -- threads of the worker that were ready and had no core, on average
  switches_per_s REAL, -- how often the worker's threads were made to wait for others, a second
  stolen_cores REAL, -- cores that other virtual machines took
  other_cores REAL, -- cores busy with other programs
  waiting_share REAL, -- share of the time with some thread of the machine waiting for a core
  sm_mhz INTEGER, -- clock of the multiprocessors, the lower of before and after
  memory_mhz INTEGER, -- clock of the GPU's memory, the lower
  temperature_c INTEGER, -- of the GPU, the higher
  power_w REAL, -- of the GPU, the higher
  slowed_by INTEGER, -- bits of NVML's nvmlClocksEventReasons, before or after
  more_processes INTEGER, -- that computed on the GPU than when the worker began
  disturbed TEXT NOT NULL -- why the trial is not to be believed, else empty
) STRICT;
INSERT INTO "load" VALUES(43,0.0079436239975621,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(45,3.53302200528560206294e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(46,8.37690000480506569147e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(47,3.62717200187034904956e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(59,5.37004299985710531473e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(72,1.52670820025377906858e-02,1.32604252709423268974e-02,1.8340112403500329492e+03,NULL,NULL,1.342758231364423252e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(75,1.52670820025377906858e-02,1.32604252709423268974e-02,1.8340112403500329492e+03,NULL,NULL,1.342758231364423252e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(117,2.5923490029526874423e-03,0.0,3.85750529292544797489e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(119,3.32081600208766758441e-03,0.0,3.01130806214899905616e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(120,1.2396500023896805942e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(122,2.789613005006685853e-03,0.0,3.58472662052134126041e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(135,2.48079199809581041336e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(147,1.85005669991369359195e-02,1.28014454914298966142e-02,1.51346712786187686107e+03,NULL,NULL,1.28104182000744401537e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2906,2.84782669987180270254e-02,1.77382282434033304585e-02,2.24732776060007472559e+03,NULL,NULL,1.78381640706942838636e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2908,2.84782669987180270254e-02,1.77382282434033304585e-02,2.24732776060007472559e+03,NULL,NULL,1.78381640706942838636e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2914,2.84782669987180270254e-02,1.77382282434033304585e-02,2.24732776060007472559e+03,NULL,NULL,1.78381640706942838636e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2927,3.70317409979179501533e-02,1.52285305741303219478e-02,1.72824712733863361793e+03,NULL,NULL,1.51221623751529917617e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2930,3.70317409979179501533e-02,1.52285305741303219478e-02,1.72824712733863361793e+03,NULL,NULL,1.51221623751529917617e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2935,3.70317409979179501533e-02,1.52285305741303219478e-02,1.72824712733863361793e+03,NULL,NULL,1.51221623751529917617e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(2936,3.70317409979179501533e-02,1.52285305741303219478e-02,1.72824712733863361793e+03,NULL,NULL,1.51221623751529917617e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3831,2.81041790003655478358e-02,1.78075652020804227337e-02,2.27724140239668849982e+03,NULL,NULL,0.0179332760309583,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3833,2.81041790003655478358e-02,1.78075652020804227337e-02,2.27724140239668849982e+03,NULL,NULL,0.0179332760309583,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3838,2.81041790003655478358e-02,1.78075652020804227337e-02,2.27724140239668849982e+03,NULL,NULL,0.0179332760309583,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3846,9.0416120001464150846e-03,1.69887847429795596498e-02,2.21199494068935155152e+03,NULL,NULL,1.71429607596343958064e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3853,3.66954689961858093738e-02,1.46498468259375833055e-02,1744.08453552269,NULL,NULL,1.46884619136184706861e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3856,3.66954689961858093738e-02,1.46498468259375833055e-02,1744.08453552269,NULL,NULL,1.46884619136184706861e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3859,3.66954689961858093738e-02,1.46498468259375833055e-02,1744.08453552269,NULL,NULL,1.46884619136184706861e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(3868,1.54562949974206276237e-02,1.86040703834989655518e-02,1.81155962697869608746e+03,NULL,NULL,1.87625818476120642674e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4796,1.37116599944420158863e-03,2.68413890184835794705e-02,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4797,0.0017309020004177,1.45403956976919365717e-02,5.77733459062778138088e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4798,5.4739990009693428874e-03,2.09298540207469635152e-03,3.65363603399605551668e+02,NULL,NULL,1.09609051667222462053e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4799,6.4352829976996872574e-03,8.7428944492590875831e-03,4.66179964590890506294e+02,NULL,NULL,4.19561968839126872565e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4800,4.63051000042469240725e-03,0.00571427337325112,4.31917866458892831362e+02,NULL,NULL,3.02342530309571708505e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4835,0.00372841399803292,2.02802049450230593985e-02,2.68210558303769801107e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4836,6.77909600199200212955e-03,6.52092845226106675865e-03,2.95024587262418208416e+02,NULL,NULL,2.50770899009485626063e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4837,1.26589900173712521791e-03,0.0,7.89952435879761083025e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4838,6.96119001077022403478e-04,0.0,1.43653599234156604319e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4839,0.000692172998242313,1.46711877316608625687e-02,2.88945105498011389506e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4840,1.55256699872552417218e-03,0.0,6.44094587106954463706e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(4841,1.04335700234514661133e-03,0.0,9.58444710441686424911e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14399,3.86745099967811256647e-03,1.52012268562478616504e-03,5.17136480893089469637e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14413,1.03541610005777329206e-02,2.8579524693826619669e-02,4.05634024791159026809e+03,NULL,NULL,1.47766681294341836044e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14414,1.03541610005777329206e-02,2.8579524693826619669e-02,4.05634024791159026809e+03,NULL,NULL,1.47766681294341836044e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14419,1.03541610005777329206e-02,2.8579524693826619669e-02,4.05634024791159026809e+03,NULL,NULL,1.47766681294341836044e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14452,9.70789002167293801903e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14468,6.68697899891412816941e-03,9.00574085992765505093e-02,4.93496390602673363915e+03,NULL,NULL,4.54614858370018110056e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14471,6.68697899891412816941e-03,9.00574085992765505093e-02,4.93496390602673363915e+03,NULL,NULL,4.54614858370018110056e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14474,6.68697899891412816941e-03,9.00574085992765505093e-02,4.93496390602673363915e+03,NULL,NULL,4.54614858370018110056e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21181,1.89439199966727755963e-02,5.69442333049167900838e-02,2.5865818694655667968e+03,NULL,NULL,1.33076997736814667261e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21183,1.89439199966727755963e-02,5.69442333049167900838e-02,2.5865818694655667968e+03,NULL,NULL,1.33076997736814667261e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21187,1.89439199966727755963e-02,5.69442333049167900838e-02,2.5865818694655667968e+03,NULL,NULL,1.33076997736814667261e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21193,1.89439199966727755963e-02,5.69442333049167900838e-02,2.5865818694655667968e+03,NULL,NULL,1.33076997736814667261e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21202,1.32090609986335039138e-02,8.34284889830162745827e-02,5.14798137483313166754e+03,NULL,NULL,4.36064304967868077156e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21203,1.32090609986335039138e-02,8.34284889830162745827e-02,5.14798137483313166754e+03,NULL,NULL,4.36064304967868077156e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21210,1.32090609986335039138e-02,8.34284889830162745827e-02,5.14798137483313166754e+03,NULL,NULL,4.36064304967868077156e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21211,1.32090609986335039138e-02,8.34284889830162745827e-02,5.14798137483313166754e+03,NULL,NULL,4.36064304967868077156e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21212,1.32090609986335039138e-02,8.34284889830162745827e-02,5.14798137483313166754e+03,NULL,NULL,4.36064304967868077156e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21219,5.79907400242518633604e-03,5.51200070677802661522e-02,2.24173721434894059707e+03,NULL,NULL,2.96254194860998132377e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
CREATE TABLE matrix (
  -- A matrix by its content. The words about it follow the manifest that named it last.
  matrix_id INTEGER PRIMARY KEY, -- key inside this file only
  content_hash TEXT NOT NULL UNIQUE, -- hash of dimensions, structure and values
  pattern_hash TEXT NOT NULL, -- hash of dimensions and structure
  name TEXT NOT NULL, -- name in its suite
  grp TEXT NOT NULL, -- siblings share it and are never split between training and test
  split TEXT NOT NULL, -- train or test
  source TEXT NOT NULL, -- path, URL or generator
  kind TEXT NOT NULL, -- domain in words
  symmetry TEXT NOT NULL, -- as the file declares it
  field TEXT NOT NULL, -- as the file declares it: real, integer, pattern or complex
  nrows INTEGER NOT NULL, -- rows
  ncols INTEGER NOT NULL, -- columns
  nnz INTEGER NOT NULL, -- stored entries after expansion and summing
  read_report TEXT NOT NULL CHECK (json_valid(read_report)) -- JSON object: what reading dropped, summed or replaced
) STRICT;
INSERT INTO "matrix" VALUES(1,'dc687de7d20d2328a5b764cd169c50f0','ec07617ed3874b3cc058fc114f4c2978','Newman/as-22july06','Newman','train','Newman__as-22july06.mtx.xz','','symmetric','pattern',22963,22963,96872,'{"entries_in_file":48436,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(2,'1d13e273b5e8bd49e4c65dadec6037d5','76616b721b23026280a515268cf5304d','Szczerba/Ill_Stokes','Szczerba','train','Szczerba__Ill_Stokes.mtx.xz','','general','pattern',20896,20896,191368,'{"entries_in_file":191368,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(41,'798343085f724facfd7866930b98c62a','e1280188eb5bcb1c0f755ec448a363ef','ISPD98/ibm04','ISPD98','train','ISPD98__ibm04.mtx.xz','','general','pattern',31970,27507,105859,'{"entries_in_file":105859,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(42,'f1705292c785c34aef4e1b52f16e0e46','9c49b7a174ab2dd68f976caf3b7f5bf3','Pajek/USAir97','Pajek','train','Pajek__USAir97.mtx.xz','','symmetric','real',332,332,4252,'{"entries_in_file":2126,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
CREATE TABLE matrix_feature (
  -- Values of the features of a matrix.
  matrix_id INTEGER NOT NULL REFERENCES matrix, -- of which matrix
  feature_id INTEGER NOT NULL REFERENCES feature_def, -- which feature
  value REAL, -- NULL where the feature is not defined
  PRIMARY KEY (matrix_id, feature_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "model" (
  -- A trained model and where it comes from.
  model_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- as in the model's file
  operation TEXT NOT NULL, -- what it chooses for
  value_type TEXT NOT NULL, -- precision: f32 or f64
  backend TEXT NOT NULL, -- backend: cpu or cuda
  kind TEXT NOT NULL, -- learner
  hw_hash TEXT NOT NULL, -- hardware trained on
  env_hash TEXT NOT NULL, -- environment trained on
  policy_hash TEXT NOT NULL, -- policy trained on
  feature_version INTEGER NOT NULL, -- version of the features
  training_query TEXT NOT NULL, -- condition on trial_flat
  training_hash TEXT NOT NULL, -- hash of the rows it gave
  metrics TEXT NOT NULL CHECK (json_valid(metrics)), -- JSON object of its evaluation
  artefact TEXT NOT NULL, -- the model file's text, empty when only its name is kept
  created_at TEXT NOT NULL -- UTC
) STRICT;
CREATE TABLE noise (
  -- How far times scatter, as standard deviations of their logarithm. A row of a context was estimated from its own
  -- runs, the others stand for contexts that were measured on one occasion only.
  noise_id INTEGER PRIMARY KEY, -- key inside this file only
  backend TEXT NOT NULL, -- cpu or cuda
  context_id INTEGER REFERENCES context, -- estimated from this context; NULL: from elsewhere, for contexts without a row
  operation TEXT, -- of which operation; NULL: any
  pass_sd REAL NOT NULL, -- between plans prepared anew within one repetition
  lap_sd REAL NOT NULL, -- between repetitions of one run, beyond that; 0: not told apart from change_sd
  change_sd REAL NOT NULL, -- of one configuration from occasion to occasion, beyond those
  common_sd REAL NOT NULL, -- of all configurations of a problem together from occasion to occasion
  prior_df REAL NOT NULL, -- degrees of freedom that these weigh against a trial's own spread
  time_factor REAL NOT NULL, -- standard deviations that hold 95 % of the differences between occasions
  tie_factor REAL NOT NULL, -- the same of differences between two configurations
  occasions INTEGER NOT NULL, -- from how many runs
  problems INTEGER NOT NULL, -- from how many problems that two runs have in common
  pairs INTEGER NOT NULL, -- from how many configurations measured on two occasions
  evidence TEXT NOT NULL, -- where they come from
  UNIQUE (backend, context_id, operation)
) STRICT;
INSERT INTO "noise" VALUES(1,'cuda',NULL,NULL,0.0045,0.0031,0.0073,0.0239,4.0,2.01,4.29,3,40,6025,'40 real matrices x 147 points in double on three H200s of three hosts, 23 November 2026, four repetitions of three passes');
INSERT INTO "noise" VALUES(2,'cpu',NULL,NULL,0.0344,0.0431,0.0,0.0321,4.0,1.96,1.71,2,34,669,'35 real matrices in double, two threads on two virtual cores, 23 November 2026, two sweeps minutes apart, three repetitions of three passes');
CREATE TABLE pass (
  -- Medians of the passes of a trial that was measured in several: the plan was prepared anew for each.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  pass INTEGER NOT NULL, -- 1, 2, … in the order measured
  n INTEGER NOT NULL, -- samples of phase total
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, pass)
) STRICT, WITHOUT ROWID;
INSERT INTO "pass" VALUES(72,1,12,3.69552478790283203116e+01);
INSERT INTO "pass" VALUES(72,2,12,3.67474994659423828116e+01);
INSERT INTO "pass" VALUES(72,3,12,3.63042488098144531258e+01);
INSERT INTO "pass" VALUES(75,1,12,3.67772502899169921879e+01);
INSERT INTO "pass" VALUES(75,2,12,3.72382488250732421883e+01);
INSERT INTO "pass" VALUES(75,3,12,3.66097507476806640616e+01);
INSERT INTO "pass" VALUES(147,1,12,6.67200012207031249982e+01);
INSERT INTO "pass" VALUES(147,2,12,70.0994987487793);
INSERT INTO "pass" VALUES(147,3,12,70.489501953125);
INSERT INTO "pass" VALUES(2906,1,12,38.6200008392334);
INSERT INTO "pass" VALUES(2906,2,12,3.984474945068359375e+01);
INSERT INTO "pass" VALUES(2906,3,12,3.9989498138427734375e+01);
INSERT INTO "pass" VALUES(2908,1,12,3.72530021667480468758e+01);
INSERT INTO "pass" VALUES(2908,2,12,3.8201999664306640625e+01);
INSERT INTO "pass" VALUES(2908,3,12,3.941374969482421875e+01);
INSERT INTO "pass" VALUES(2914,1,12,6.00545024871826171875e+01);
INSERT INTO "pass" VALUES(2914,2,12,6.15570030212402343741e+01);
INSERT INTO "pass" VALUES(2914,3,12,6.23935012817382812517e+01);
INSERT INTO "pass" VALUES(2927,1,12,69.2385025024414);
INSERT INTO "pass" VALUES(2927,2,12,6.94685020446777343758e+01);
INSERT INTO "pass" VALUES(2927,3,12,68.7130012512207);
INSERT INTO "pass" VALUES(2930,1,12,7.17170066833496093732e+01);
INSERT INTO "pass" VALUES(2930,2,12,72.7439956665039);
INSERT INTO "pass" VALUES(2930,3,12,7.239749908447265625e+01);
INSERT INTO "pass" VALUES(2935,1,12,7.48769989013671875008e+01);
INSERT INTO "pass" VALUES(2935,2,12,7.40455017089843749991e+01);
INSERT INTO "pass" VALUES(2935,3,12,7.490650177001953125e+01);
INSERT INTO "pass" VALUES(2936,1,12,7.96485023498535156267e+01);
INSERT INTO "pass" VALUES(2936,2,12,82.3479995727539);
INSERT INTO "pass" VALUES(2936,3,12,7.98040046691894531258e+01);
INSERT INTO "pass" VALUES(3831,1,12,39.6817512512207);
INSERT INTO "pass" VALUES(3831,2,12,3.8474750518798828125e+01);
INSERT INTO "pass" VALUES(3831,3,12,3.85199985504150390616e+01);
INSERT INTO "pass" VALUES(3833,1,12,3.80242500305175781241e+01);
INSERT INTO "pass" VALUES(3833,2,12,3.84697494506835937491e+01);
INSERT INTO "pass" VALUES(3833,3,12,3.74285011291503906245e+01);
INSERT INTO "pass" VALUES(3838,1,12,6.15219974517822265625e+01);
INSERT INTO "pass" VALUES(3838,2,12,6.18575000762939453125e+01);
INSERT INTO "pass" VALUES(3838,3,12,6.13514976501464843767e+01);
INSERT INTO "pass" VALUES(3846,1,12,9.71499977111816406284e+01);
INSERT INTO "pass" VALUES(3846,2,12,9.57579956054687500034e+01);
INSERT INTO "pass" VALUES(3846,3,12,96.0984992980957);
INSERT INTO "pass" VALUES(3853,1,12,6.77160034179687499991e+01);
INSERT INTO "pass" VALUES(3853,2,12,6.84970016479492187482e+01);
INSERT INTO "pass" VALUES(3853,3,12,6.69199981689453125008e+01);
INSERT INTO "pass" VALUES(3856,1,12,75.9280014038086);
INSERT INTO "pass" VALUES(3856,2,12,72.4379997253418);
INSERT INTO "pass" VALUES(3856,3,12,7.45110015869140625017e+01);
INSERT INTO "pass" VALUES(3859,1,12,78.9525032043457);
INSERT INTO "pass" VALUES(3859,2,12,7.46610031127929687491e+01);
INSERT INTO "pass" VALUES(3859,3,12,7.36850013732910156258e+01);
INSERT INTO "pass" VALUES(3868,1,12,1.12092002868652343753e+02);
INSERT INTO "pass" VALUES(3868,2,12,1.11847000122070312495e+02);
INSERT INTO "pass" VALUES(3868,3,12,1.10815498352050781252e+02);
INSERT INTO "pass" VALUES(14413,1,12,1.90449991226196289062e+01);
INSERT INTO "pass" VALUES(14413,2,12,1.83541669845581054687e+01);
INSERT INTO "pass" VALUES(14413,3,12,1.84189996719360351562e+01);
INSERT INTO "pass" VALUES(14414,1,12,1.95556669235229492187e+01);
INSERT INTO "pass" VALUES(14414,2,12,1.87213335037231445312e+01);
INSERT INTO "pass" VALUES(14414,3,12,1.8240665435791015625e+01);
INSERT INTO "pass" VALUES(14419,1,12,2.35834999084472656254e+01);
INSERT INTO "pass" VALUES(14419,2,12,2.34348335266113281258e+01);
INSERT INTO "pass" VALUES(14419,3,12,2.33548326492309570316e+01);
INSERT INTO "pass" VALUES(14468,1,12,1.41398751735687255859e+00);
INSERT INTO "pass" VALUES(14468,2,12,1.41043591499328613281e+00);
INSERT INTO "pass" VALUES(14468,3,12,1.422115325927734375e+00);
INSERT INTO "pass" VALUES(14471,1,12,1.8384310007095336914e+00);
INSERT INTO "pass" VALUES(14471,2,12,1.91201663017272949218e+00);
INSERT INTO "pass" VALUES(14471,3,12,1.83860355615615844726e+00);
INSERT INTO "pass" VALUES(14474,1,12,1.97590744495391845703e+00);
INSERT INTO "pass" VALUES(14474,2,12,2.00242590904235839843e+00);
INSERT INTO "pass" VALUES(14474,3,12,1.9814814925193786621e+00);
INSERT INTO "pass" VALUES(21181,1,12,2.0464000701904296875e+01);
INSERT INTO "pass" VALUES(21181,2,12,1.91068334579467773437e+01);
INSERT INTO "pass" VALUES(21181,3,12,1.91370000839233398437e+01);
INSERT INTO "pass" VALUES(21183,1,12,1.88061676025390625e+01);
INSERT INTO "pass" VALUES(21183,2,12,1.8647998809814453125e+01);
INSERT INTO "pass" VALUES(21183,3,12,1.88696660995483398437e+01);
INSERT INTO "pass" VALUES(21187,1,12,2.37221660614013671883e+01);
INSERT INTO "pass" VALUES(21187,2,12,2.37970008850097656258e+01);
INSERT INTO "pass" VALUES(21187,3,12,2.22748327255249023437e+01);
INSERT INTO "pass" VALUES(21193,1,12,5.74959983825683593758e+01);
INSERT INTO "pass" VALUES(21193,2,12,4.47544994354248046883e+01);
INSERT INTO "pass" VALUES(21193,3,12,5.23229999542236328107e+01);
INSERT INTO "pass" VALUES(21202,1,12,1.08313202857971191406e+00);
INSERT INTO "pass" VALUES(21202,2,12,1.09281373023986816406e+00);
INSERT INTO "pass" VALUES(21202,3,12,1.08518272638320922851e+00);
INSERT INTO "pass" VALUES(21203,1,12,1.10821568965911865234e+00);
INSERT INTO "pass" VALUES(21203,2,12,1.12027001380920410156e+00);
INSERT INTO "pass" VALUES(21203,3,12,1.12952941656112670898e+00);
INSERT INTO "pass" VALUES(21210,1,12,1.67113637924194335937e+00);
INSERT INTO "pass" VALUES(21210,2,12,1.6861515045166015625e+00);
INSERT INTO "pass" VALUES(21210,3,12,1.68908572196960449218e+00);
INSERT INTO "pass" VALUES(21211,1,12,1.70633327960968017578e+00);
INSERT INTO "pass" VALUES(21211,2,12,1.71428126096725463867e+00);
INSERT INTO "pass" VALUES(21211,3,12,1.71301555633544921875e+00);
INSERT INTO "pass" VALUES(21212,1,12,1.80382263660430908203e+00);
INSERT INTO "pass" VALUES(21212,2,12,1.8118667006492614746e+00);
INSERT INTO "pass" VALUES(21212,3,12,1.81918752193450927734e+00);
INSERT INTO "pass" VALUES(21219,1,12,2.65635704994201660156e+00);
INSERT INTO "pass" VALUES(21219,2,12,2.69995236396789550781e+00);
INSERT INTO "pass" VALUES(21219,3,12,2.65730941295623779296e+00);
CREATE TABLE phase (
  -- Medians of the phases of a run: SpGEMM's. The whole run's is in trial.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- samples
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
CREATE TABLE place (
  -- Where a trial was measured, and what the file knew when the search that asked for it began. Trials of older
  -- programs, and trials that were merged from another file, have no such order: theirs is that of their numbers.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  device TEXT NOT NULL, -- GPU-… (its UUID) or cores 0-7; empty where a sweep had all cores
  begun_after INTEGER, -- how many trials of the file had ended when the search on its problem began
  ended INTEGER -- the how-manieth trial of the file to end it was; NULL while it runs
) STRICT;
INSERT INTO "place" VALUES(1,'',NULL,NULL);
INSERT INTO "place" VALUES(2,'',NULL,NULL);
INSERT INTO "place" VALUES(3,'',NULL,NULL);
INSERT INTO "place" VALUES(4,'',NULL,NULL);
INSERT INTO "place" VALUES(37,'',NULL,NULL);
INSERT INTO "place" VALUES(38,'',NULL,NULL);
INSERT INTO "place" VALUES(39,'',NULL,NULL);
INSERT INTO "place" VALUES(40,'',NULL,NULL);
INSERT INTO "place" VALUES(41,'',NULL,NULL);
INSERT INTO "place" VALUES(42,'',NULL,NULL);
INSERT INTO "place" VALUES(43,'',NULL,NULL);
INSERT INTO "place" VALUES(45,'',NULL,NULL);
INSERT INTO "place" VALUES(46,'',NULL,NULL);
INSERT INTO "place" VALUES(47,'',NULL,NULL);
INSERT INTO "place" VALUES(59,'',NULL,NULL);
INSERT INTO "place" VALUES(72,'',NULL,NULL);
INSERT INTO "place" VALUES(75,'',NULL,NULL);
INSERT INTO "place" VALUES(76,'',NULL,NULL);
INSERT INTO "place" VALUES(77,'',NULL,NULL);
INSERT INTO "place" VALUES(78,'',NULL,NULL);
INSERT INTO "place" VALUES(111,'',NULL,NULL);
INSERT INTO "place" VALUES(112,'',NULL,NULL);
INSERT INTO "place" VALUES(113,'',NULL,NULL);
INSERT INTO "place" VALUES(114,'',NULL,NULL);
INSERT INTO "place" VALUES(115,'',NULL,NULL);
INSERT INTO "place" VALUES(116,'',NULL,NULL);
INSERT INTO "place" VALUES(117,'',NULL,NULL);
INSERT INTO "place" VALUES(119,'',NULL,NULL);
INSERT INTO "place" VALUES(120,'',NULL,NULL);
INSERT INTO "place" VALUES(122,'',NULL,NULL);
INSERT INTO "place" VALUES(135,'',NULL,NULL);
INSERT INTO "place" VALUES(147,'',NULL,NULL);
INSERT INTO "place" VALUES(2906,'',NULL,NULL);
INSERT INTO "place" VALUES(2908,'',NULL,NULL);
INSERT INTO "place" VALUES(2914,'',NULL,NULL);
INSERT INTO "place" VALUES(2927,'',NULL,NULL);
INSERT INTO "place" VALUES(2930,'',NULL,NULL);
INSERT INTO "place" VALUES(2935,'',NULL,NULL);
INSERT INTO "place" VALUES(2936,'',NULL,NULL);
INSERT INTO "place" VALUES(3831,'',NULL,NULL);
INSERT INTO "place" VALUES(3833,'',NULL,NULL);
INSERT INTO "place" VALUES(3838,'',NULL,NULL);
INSERT INTO "place" VALUES(3846,'',NULL,NULL);
INSERT INTO "place" VALUES(3853,'',NULL,NULL);
INSERT INTO "place" VALUES(3856,'',NULL,NULL);
INSERT INTO "place" VALUES(3859,'',NULL,NULL);
INSERT INTO "place" VALUES(3868,'',NULL,NULL);
INSERT INTO "place" VALUES(4764,'',NULL,NULL);
INSERT INTO "place" VALUES(4765,'',NULL,NULL);
INSERT INTO "place" VALUES(4766,'',NULL,NULL);
INSERT INTO "place" VALUES(4767,'',NULL,NULL);
INSERT INTO "place" VALUES(4768,'',NULL,NULL);
INSERT INTO "place" VALUES(4769,'',NULL,NULL);
INSERT INTO "place" VALUES(4770,'',NULL,NULL);
INSERT INTO "place" VALUES(4771,'',NULL,NULL);
INSERT INTO "place" VALUES(4772,'',NULL,NULL);
INSERT INTO "place" VALUES(4796,'',NULL,NULL);
INSERT INTO "place" VALUES(4797,'',NULL,NULL);
INSERT INTO "place" VALUES(4798,'',NULL,NULL);
INSERT INTO "place" VALUES(4799,'',NULL,NULL);
INSERT INTO "place" VALUES(4800,'',NULL,NULL);
INSERT INTO "place" VALUES(4808,'',NULL,NULL);
INSERT INTO "place" VALUES(4809,'',NULL,NULL);
INSERT INTO "place" VALUES(4810,'',NULL,NULL);
INSERT INTO "place" VALUES(4811,'',NULL,NULL);
INSERT INTO "place" VALUES(4835,'',NULL,NULL);
INSERT INTO "place" VALUES(4836,'',NULL,NULL);
INSERT INTO "place" VALUES(4837,'',NULL,NULL);
INSERT INTO "place" VALUES(4838,'',NULL,NULL);
INSERT INTO "place" VALUES(4839,'',NULL,NULL);
INSERT INTO "place" VALUES(4840,'',NULL,NULL);
INSERT INTO "place" VALUES(4841,'',NULL,NULL);
INSERT INTO "place" VALUES(14399,'',NULL,NULL);
INSERT INTO "place" VALUES(14413,'',NULL,NULL);
INSERT INTO "place" VALUES(14414,'',NULL,NULL);
INSERT INTO "place" VALUES(14419,'',NULL,NULL);
INSERT INTO "place" VALUES(14452,'',NULL,NULL);
INSERT INTO "place" VALUES(14468,'',NULL,NULL);
INSERT INTO "place" VALUES(14471,'',NULL,NULL);
INSERT INTO "place" VALUES(14474,'',NULL,NULL);
INSERT INTO "place" VALUES(21181,'',NULL,NULL);
INSERT INTO "place" VALUES(21183,'',NULL,NULL);
INSERT INTO "place" VALUES(21187,'',NULL,NULL);
INSERT INTO "place" VALUES(21193,'',NULL,NULL);
INSERT INTO "place" VALUES(21202,'',NULL,NULL);
INSERT INTO "place" VALUES(21203,'',NULL,NULL);
INSERT INTO "place" VALUES(21210,'',NULL,NULL);
INSERT INTO "place" VALUES(21211,'',NULL,NULL);
INSERT INTO "place" VALUES(21212,'',NULL,NULL);
INSERT INTO "place" VALUES(21219,'',NULL,NULL);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'3bb34cca366e5b4d8f92ebaea80cbb47','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.1}');
INSERT INTO "policy" VALUES(2,'0426c9777675c4edfa6816efb8ed5c48','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.01}');
INSERT INTO "policy" VALUES(3,'7279a42f56f259529b18e4b327514709','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":5,"max_samples":40,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.004}');
CREATE TABLE prediction (
  -- What a model predicted for problems that it was not trained on.
  model_id INTEGER NOT NULL REFERENCES model, -- by which model
  problem_id INTEGER NOT NULL REFERENCES problem, -- for which problem
  config_id INTEGER NOT NULL REFERENCES config, -- for which configuration
  fold INTEGER NOT NULL, -- fold of the cross-validation that left the problem out
  position INTEGER NOT NULL, -- 1: the one it would choose
  us REAL, -- predicted time of one run, microseconds
  low_us REAL, -- lower end of its interval
  high_us REAL, -- upper end of its interval
  PRIMARY KEY (model_id, problem_id, config_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE "problem" (
  -- What is computed: an operation on one or two matrices in one precision.
  problem_id INTEGER PRIMARY KEY, -- key inside this file only
  problem_hash TEXT NOT NULL UNIQUE, -- hash of operation, precision and matrices
  operation TEXT NOT NULL, -- a name of kernels/operations.def: spmv, spgemm, spmm
  value_type TEXT NOT NULL, -- precision: f32 or f64
  a_id INTEGER NOT NULL REFERENCES matrix, -- matrix A
  b_id INTEGER REFERENCES matrix, -- matrix B of a product, else NULL
  b_kind TEXT NOT NULL, -- x (dense), a (A itself), at (its transpose) or other
  parameters TEXT NOT NULL, -- of operations that take some, such as k=32,layout=row; else empty
  x_cols INTEGER NOT NULL, -- columns of the dense operand: 1 for a vector, 0 where there is none
  flops INTEGER, -- floating-point operations of one run; NULL until a trial told
  nnz_out INTEGER, -- entries of C; NULL until a verified trial told
  compulsory_bytes REAL -- bytes that any kernel must move; NULL until a trial told
) STRICT;
INSERT INTO "problem" VALUES(1,'b03b720a388fca1708b1ae294e072da9','spmv','f64',1,NULL,'x','',1,193744,NULL,1621728.0);
INSERT INTO "problem" VALUES(2,'839cb5db768707ef8a454271b9252a37','spmv','f64',2,NULL,'x','',1,382736,NULL,2714340.0);
INSERT INTO "problem" VALUES(41,'60d155913bf8969fd9ef086e47283dd7','spmv','f32',41,NULL,'x','',1,211718,NULL,1212664.0);
INSERT INTO "problem" VALUES(42,'b70c23e621871e1fded87efbb9c892da','spmv','f32',42,NULL,'x','',1,8504,NULL,38004.0);
CREATE TABLE rank_share (
  -- What each rank did in one run of a trial on several ranks, the last of its verification: bytes and products are
  -- the same in every run, seconds are those of that run alone (phases of all runs are in samples).
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  rank INTEGER NOT NULL, -- from 0
  rows INTEGER NOT NULL, -- of A and of C
  a_entries INTEGER NOT NULL, -- of its rows of A
  b_entries INTEGER NOT NULL, -- of its rows of B
  c_entries INTEGER NOT NULL, -- of its rows of C
  products INTEGER NOT NULL, -- multiplications
  bytes_sent INTEGER NOT NULL, -- to other ranks, what MPI adds left out
  bytes_received INTEGER NOT NULL, -- from other ranks
  bytes_received_least INTEGER NOT NULL, -- columns and values of others' rows of B that it needs, each row once
  messages_sent INTEGER NOT NULL, -- to other ranks
  lists_s REAL NOT NULL, -- who needs what, s
  exchange_s REAL NOT NULL, -- messages as far as nothing hides them, s
  plan_s REAL NOT NULL, -- choosing and preparing the local product, s
  multiply_s REAL NOT NULL, -- local products, s
  merge_s REAL NOT NULL, -- putting partial results together and in order, s
  PRIMARY KEY (trial_id, rank)
) STRICT, WITHOUT ROWID;
CREATE TABLE repeated (
  -- Times of results that stand on repetitions, over all their attempts: the view repetition added up, in the
  -- transaction that wrote the attempts.
  result_id INTEGER PRIMARY KEY REFERENCES trial, -- row of result: the newest attempt
  context_id INTEGER NOT NULL REFERENCES context, -- trials of one context may be compared
  problem_id INTEGER NOT NULL REFERENCES problem, -- row of problem
  config_id INTEGER NOT NULL REFERENCES config, -- row of config
  attempts INTEGER NOT NULL, -- how many
  n INTEGER NOT NULL, -- samples
  passes INTEGER NOT NULL, -- of all attempts together
  pass_sd REAL, -- of ln of the medians of passes, within attempts
  min_us REAL, -- fastest sample
  q1_us REAL, -- first quartile, of the attempts in the middle
  median_us REAL NOT NULL, -- median of the attempts' medians
  q3_us REAL, -- third quartile, of the attempts in the middle
  mean_us REAL, -- mean of all samples
  sd_us REAL, -- standard deviation of all samples
  lap_sd REAL, -- of ln of the medians of attempts
  floor_us REAL, -- empty trial: the least
  prepare_s REAL, -- one-off cost, s: the least
  mhz_mean REAL, -- clock while sampling: mean
  wall_s REAL, -- all attempts, s
  UNIQUE (context_id, problem_id, config_id)
) STRICT;
INSERT INTO "repeated" VALUES(2936,1,2,1,1,36,3,1.87060133804252022582e-02,7.74859924316406249982e+01,7.85797481536865234392e+01,7.9979496002197265625e+01,1.07875999450683593753e+02,9.15781385633680571328e+01,1.94700622792961155482e+01,NULL,2.48107884544879198074e-04,2.18506000237539410591e-04,3.88894349932597833685e+03,1.96790675622651178855e-02);
INSERT INTO "repeated" VALUES(3831,1,1,45,3,108,9,1.58225191993272458479e-02,3.45719985961914062495e+01,3.81245012283325195312e+01,3.88505020141601562508e+01,4.21780023574829101553e+01,4.04254445323237661131e+01,5.80431692256498,4.02339121056979193147e-02,2.48107884544879198074e-04,2.50805001996923238039e-04,3.91418539163427567466e+03,4.47068017855859339837e-02);
INSERT INTO "repeated" VALUES(3833,1,1,59,3,108,9,1.88852923186729471094e-02,3.50974998474121093741e+01,3.71882505416870117191e+01,3.80242500305175781241e+01,4.01826248168945312491e+01,3.9233046355070889887e+01,5.0603608855268777944e+00,2.44669380622653497014e-02,2.48107884544879198074e-04,2.95571000606287270784e-04,3.90870579623215098751e+03,4.47067891781054160826e-02);
INSERT INTO "repeated" VALUES(3838,1,1,47,2,72,6,1.4016251744618610231e-02,5.82169952392578125008e+01,6.03762478828430175763e+01,61.5595006942749,6.36086225509643554687e+01,6.30866388744778134895e+01,8.33537950667447447017e+00,5.73793703058867037881e-05,2.48107884544879198074e-04,3.01219006360042840242e-04,3.88304236000751325274e+03,2.66082909379292686935e-02);
INSERT INTO "repeated" VALUES(3846,1,1,43,1,36,3,0.00752008974375728,94.0,9.56327457427978515607e+01,9.61440010070800781232e+01,9.72399997711181640625e+01,9.7042388916015625e+01,2.77157235073084873278e+00,NULL,2.48107884544879198074e-04,2.09300196729600429534e-06,3.8198070332785382561e+03,1.34224198001902557397e-02);
INSERT INTO "repeated" VALUES(3853,1,2,59,3,108,9,1.89958681838450528511e-02,6.54670028686523437517e+01,6.66447505950927734366e+01,68.5270004272461,8.13862495422363281267e+01,7.55284720526801152135e+01,1.32143018619487673248e+01,9.79040105698753167218e-03,2.48107884544879198074e-04,3.82199999876320362091e-04,3.88876430329828690433e+03,6.72685262126313798791e-02);
INSERT INTO "repeated" VALUES(3856,1,2,45,2,72,6,1.75102441920242692108e-02,6.93739929199218750008e+01,7.16357545852661132829e+01,7.35569992065429687508e+01,9.26621255874633789097e+01,8.34777782228257905251e+01,1.93018583956885692032e+01,2.22945016026792029728e-02,2.48107884544879198074e-04,2.72386001597624272108e-04,3.87846586886132263325e+03,3.96809588128235191106e-02);
INSERT INTO "repeated" VALUES(3859,1,2,47,2,72,6,2.6335498348100741528e-02,7.08659973144531250008e+01,7.34295024871826171883e+01,7.54847507476806640642e+01,9.66851253509521484357e+01,85.3222500483195,1.82849581082189160952e+01,1.59020616772150881479e-02,2.48107884544879198074e-04,2.3290800163522362709e-04,3.88526336654076294516e+03,3.96810069378261687234e-02);
INSERT INTO "repeated" VALUES(3868,1,2,43,1,36,3,6.08017868394959172528e-03,1.09022003173828124994e+02,1.10898248672485351558e+02,1.11571502685546875e+02,1.12227252960205078121e+02,1.14764195124308272962e+02,1.16850125958510790984e+01,NULL,2.48107884544879198074e-04,9.52000846154987812042e-07,3.83169889896802533264e+03,1.45095749997251124985e-02);
INSERT INTO "repeated" VALUES(14471,2,42,43,1,36,3,2.26316559259344407539e-02,1.8107000589370727539e+00,1.82666322588920593261e+00,1.84017235040664672851e+00,1.91890513896942138671e+00,1.8667065534326765519e+00,4.71240731794467446191e-02,NULL,4.16820913553237915039e-01,2.49998265644535422325e-07,4.02595332563416104677e+03,3.30638650029868585988e-03);
INSERT INTO "repeated" VALUES(14474,2,42,44,1,36,3,7.02644172159369757857e-03,1.94288897514343261718e+00,1.96366667747497558593e+00,1.97981482744216918945e+00,2.05427777767181396484e+00,2.02523458997408534187e+00,1.51155770881377465864e-01,NULL,4.16820913553237915039e-01,2.30300065595656633377e-06,4.0164580266779807971e+03,3.30642275002901442348e-03);
INSERT INTO "repeated" VALUES(21181,2,41,45,2,72,6,3.72263450597343295567e-02,1.80503330230712890625e+01,1.86675000190734863281e+01,1.8939083099365234375e+01,1.9559207916259765625e+01,19.7579259607527,2.28853537496228431891e+00,1.8015525321202267156e-02,4.16124045848846435546e-01,2.51094999839551746845e-04,3.97489030553324892026e+03,1.47221310495297061371e-02);
INSERT INTO "repeated" VALUES(21183,2,41,56,2,72,6,1.5046971506423884729e-02,1.82106647491455078125e+01,1.84712915420532226562e+01,1.86361670494079589843e+01,1.90763745307922363281e+01,1.94566341771019821749e+01,2.66666524565772444788e+00,1.43175520713706046216e-02,4.16124045848846435546e-01,2.67548999545397236943e-04,3.97268918683476113078e+03,1.47221351750431508897e-02);
INSERT INTO "repeated" VALUES(21187,2,41,47,2,72,6,2.65973566750189183149e-02,2.19660015106201171879e+01,2.32639167308807373038e+01,2.35343332290649414066e+01,2.43533751964569091788e+01,2.4436078601413303347e+01,2.88606565711714813105e+00,4.35666183158012892961e-03,4.16124045848846435546e-01,3.05485998978838324546e-04,3.96367388487414518752e+03,1.47222166123356142802e-02);
INSERT INTO "repeated" VALUES(21193,2,41,46,1,36,3,1.26532440346038860257e-01,3.94539985656738281241e+01,4.71204996109008789062e+01,5.24029998779296875017e+01,6.1491248130798339842e+01,5.43701244990030900777e+01,1.03872248733096217421e+01,NULL,4.16124045848846435546e-01,7.84869989729486405849e-05,3.95500881907470829886e+03,8.02304750004623201675e-03);
INSERT INTO "repeated" VALUES(21202,2,42,59,1,36,3,4.68813781790414305788e-03,1.0765094757080078125e+00,1.08285173773765563964e+00,1.08590328693389892578e+00,1.09264522790908813476e+00,1.10750266909599304199e+00,8.58103563497251281555e-02,NULL,4.16124045848846435546e-01,9.68400127021595835685e-06,3.97387785933659779397e+03,3.27033831263179308734e-03);
INSERT INTO "repeated" VALUES(21203,2,42,45,2,72,6,7.38735657962262797643e-03,1.10007846355438232421e+00,1.25924475491046905517e+00,1.2669773101806640625e+00,1.27626837790012359619e+00,1.29246481259663892338e+00,1.71297916629827351453e-01,1.66940116477264977046e-01,4.16124045848846435546e-01,8.03200236987322568893e-06,3.99055866096601221217e+03,6.57669300017005298286e-03);
INSERT INTO "repeated" VALUES(21210,2,42,3,1,36,3,5.73252670305657296978e-03,1.57263636589050292968e+00,1.66710609197616577148e+00,1.68530690670013427734e+00,1.6930522918701171875e+00,1.69365285833676648685e+00,9.56747019584729407881e-02,NULL,4.16124045848846435546e-01,9.36199976422358304262e-05,3980.95456487253,3.27038531258949660696e-03);
INSERT INTO "repeated" VALUES(21211,2,42,47,1,36,3,2.49725494279775476341e-03,1.68584847450256347656e+00,1.70245307683944702148e+00,1.7131875157356262207e+00,1.71701562404632568359e+00,1.79069577654202771732e+00,2.71915335549351044885e-01,NULL,4.16124045848846435546e-01,1.17380004667211323976e-05,3.97133524019072228841e+03,3.27039093781422707252e-03);
INSERT INTO "repeated" VALUES(21212,2,42,46,1,36,3,4.2426521049165333288e-03,1.75777423381805419921e+00,1.80254063010215759277e+00,1.8118667006492614746e+00,1.81921473145484924316e+00,1.81674775812360977944e+00,5.15358032397421964021e-02,NULL,4.16124045848846435546e-01,6.85999839333817362785e-06,3.97063969207573336456e+03,3.27039718763444398064e-03);
INSERT INTO "repeated" VALUES(21219,2,42,4,1,36,3,9.29663234241199371021e-03,2.52376198768615722656e+00,2.6475238800048828125e+00,2.67183327674865722656e+00,2.78271424770355224609e+00,2.92914416392644261222e+00,7.8365043985169824392e-01,NULL,4.16124045848846435546e-01,2.89229974441695958375e-05,3.92032430641435030334e+03,3.30252257117535918951e-03);
CREATE TABLE run (
  -- One sweep, from start to end, interruptions included.
  run_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- the same in every file that the run is merged into
  context_id INTEGER NOT NULL REFERENCES context, -- hardware, environment and policy
  suite TEXT NOT NULL, -- suite of matrices
  plan TEXT NOT NULL, -- JSON: what the sweep was asked to do
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')), -- how it ended
  git_sha TEXT NOT NULL, -- commit of sptune; not part of the key
  git_dirty INTEGER NOT NULL CHECK (git_dirty IN (0, 1)), -- 1: with uncommitted changes
  limits TEXT NOT NULL CHECK (json_valid(limits)), -- JSON object: limits of the stages, s and bytes
  info TEXT NOT NULL CHECK (json_valid(info)), -- JSON object: host, load, governor
  started_at TEXT NOT NULL, -- UTC
  ended_at TEXT -- UTC; NULL while running or after a kill
) STRICT;
INSERT INTO "run" VALUES(1,'01a209cd-b24a-70d3-b1bb-2b333fe69cbf',1,'suite.json','{}','finished','e48697eddb42d4c88a202c1300d4285d0aae3ee1',1,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-23T19:06:45.195Z','2026-11-23T19:08:40.300Z');
INSERT INTO "run" VALUES(2,'01a20982-8f9d-7669-b490-7072b827cdbb',2,'cpu.json','{}','interrupted','dec7bd091f70e7804050e352aa1de7b3cf9af518',1,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-23T17:44:41.118Z','2026-11-23T17:47:53.599Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(46,'total',3,X'2B473343695169436B1C2843');
INSERT INTO "samples" VALUES(120,'total',15,X'78698D42D34D884259398942C97688425A24884295C388429F9A8842964388422F5D8842D4CD88421D9A884231C887424E6288420781884281158842');
INSERT INTO "samples" VALUES(4838,'total',10,X'4A38E43F6D4DE43F5683E43F4BEEE33FB20BE53FB3C1E43FBB99E33F09EDE43FC1C2E43F6D4DE43F');
INSERT INTO "samples" VALUES(4839,'total',10,X'D49CD53FF788D53FFC13D63FFC13D63F2E6BD53FEB1DD63FB0B0D53F3F61D53FC2A6D53F8AC5D53F');
INSERT INTO "samples" VALUES(4841,'total',15,X'9FF7264061CA77406B7E2740AFCB26408C2E2640DC012640B3A526403CC426400479264019272640FE352640FE3526408B2E26405EF82640A0F72640');
CREATE TABLE trial (
  -- One configuration measured on one problem. Rows are written as `running`, replaced once by their
  -- outcome, and never changed again. Times are microseconds per run of the phase `total`.
  trial_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16), -- the same in every file that the trial is merged into
  run_id INTEGER NOT NULL REFERENCES run, -- measured by
  context_id INTEGER NOT NULL REFERENCES context, -- that of the run
  problem_id INTEGER NOT NULL REFERENCES problem, -- measured on
  config_id INTEGER NOT NULL REFERENCES config, -- what was measured
  attempt INTEGER NOT NULL CHECK (attempt >= 1), -- 1, 2, … for the same context, problem and configuration
  outcome TEXT NOT NULL CHECK (outcome IN ('running', 'ok', 'dominated', 'refused', 'wrong_result',
    'out_of_memory', 'timeout', 'crashed', 'error', 'skipped')), -- how it ended
  reaped INTEGER NOT NULL DEFAULT 0 CHECK (reaped IN (0, 1)), -- 1: the sweep itself died; says nothing of the kernel
  stop_reason TEXT, -- confidence, stable, budget, max_samples or dominated
  n INTEGER NOT NULL DEFAULT 0, -- samples of phase total
  runs_per_sample INTEGER NOT NULL DEFAULT 1, -- runs that share one sample
  min_us REAL, -- fastest sample
  q1_us REAL, -- first quartile
  median_us REAL, -- median
  q3_us REAL, -- third quartile
  mean_us REAL, -- mean
  sd_us REAL, -- standard deviation
  ci_low_us REAL, -- 95 % interval of the median
  ci_high_us REAL, -- 95 % interval of the median
  floor_us REAL, -- an empty trial in the same worker; NULL when unknown
  prepare_s REAL, -- one-off conversion and analysis, seconds
  bytes_per_run REAL, -- bytes the format makes one run move
  memory_bytes INTEGER, -- held by the plan beyond the matrix
  mhz_mean REAL, -- clock while sampling; NULL when unknown
  started_at TEXT NOT NULL, -- UTC
  wall_s REAL, -- whole trial, seconds
  UNIQUE (context_id, problem_id, config_id, attempt)
) STRICT;
INSERT INTO "trial" VALUES(1,X'01A209CDBB0179168A0849EA6189E580',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A209CDBB02756797AF809117D86D54',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A209CDBB027D00BD18AC7F8373B583',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A209CDBB0274CE928EB1A4482D97F9',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A209CDBB0272609741FE9531FDF5FB',1,1,1,37,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A209CDBB02763BBF058DBA75A1D53B',1,1,1,38,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A209CDBB02718E8D369168B66B78C9',1,1,1,39,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(40,X'01A209CDBB0277A185937D7EB3511D97',1,1,1,40,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A209CDBB02736F8FD2F5858AE322EC',1,1,1,41,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A209CDBB027F0A9E7685368C3641E3',1,1,1,42,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.425Z',0.0);
INSERT INTO "trial" VALUES(43,X'01A209CDBB02795385ADABF3EB61025F',1,1,1,43,1,'ok',0,'confidence',85,1,8.64390029907226562465e+01,8.72600021362304687465e+01,8.76309967041015625e+01,8.79609985351562499982e+01,8.89389299280503280425e+01,6.64685196877457862285e+00,8.74100036621093749982e+01,8.783100128173828125e+01,2.51336401561275124549e-04,3.45499574905261397361e-06,1621728.0,16,3.93973527060978085511e+03,'2026-11-23T19:06:47.426Z',1.39145139983156695961e-02);
INSERT INTO "trial" VALUES(45,X'01A209CDBB167B599503D6DA41A66D24',1,1,1,45,1,'ok',0,'stable',85,1,3.53130035400390624995e+01,3.74360008239746093754e+01,3.7866992950439453125e+01,3.83770027160644531258e+01,3.87736231635598542766e+01,5.37809510949472624474e+00,3.7707004547119140625e+01,3.8147003173828125e+01,2.51336401561275124549e-04,2.60628999967593699693e-04,1834868.0,1467516,3.95249017519031940531e+03,'2026-11-23T19:06:47.446Z',5.96552299975883215665e-03);
INSERT INTO "trial" VALUES(46,X'01A209CDBB1C706BAEAE134D24C7A1DD',1,1,1,46,1,'dominated',0,'dominated',3,1,1.68111007690429687493e+02,1.73694503784179687501e+02,1.79277999877929687501e+02,2.0629800415039062499e+02,1.9356900533040365531e+02,34.8735266894746,1.68111007690429687493e+02,2.33318008422851562509e+02,2.51336401561275124549e-04,1.65295998158399015665e-04,1917360.0,387488,3.93342135663613908045e+03,'2026-11-23T19:06:47.452Z',3.32583300041733309626e-03);
INSERT INTO "trial" VALUES(47,X'01A209CDBB207000B51974ED27DCDA1D',1,1,1,47,1,'ok',0,'confidence',55,1,5.85779991149902343758e+01,5.89979972839355468758e+01,5.91590080261230468741e+01,5.96739997863769531258e+01,6.12030728426846621931e+01,8.93284341892770328286e+00,5.90680007934570312517e+01,59.3079948425293,2.51336401561275124549e-04,3.12666001264005899429e-04,1859216.0,1491808,3.94621199147905599591e+03,'2026-11-23T19:06:47.456Z',6.09805999556556344032e-03);
INSERT INTO "trial" VALUES(59,X'01A209CDBBAA7E559B2E8FA72B53E932',1,1,1,59,1,'ok',0,'stable',70,2,3.37255020141601562504e+01,3.48403759002685546879e+01,3.54354991912841796883e+01,3.56156282424926757808e+01,3.61765073503766743101e+01,4.22501139147514237492e+00,3.52825012207031250008e+01,35.5629997253418,2.51336401561275124549e-04,2.97985003271605819463e-04,1609428.0,1242076,4010.6143290736,'2026-11-23T19:06:47.594Z',7.71285900555085390806e-03);
INSERT INTO "trial" VALUES(72,X'01A209CDBC69724E898F71C1FE8C56B0',1,1,1,59,2,'ok',0,'repetitions',36,2,3.50974998474121093741e+01,3.59172506332397460941e+01,3.67474994659423828116e+01,3.76460008621215820308e+01,3.86987218856811523428e+01,6.76116105512492104878e+00,3.59985008239746093758e+01,37.2859992980957,2.51336401561275124549e-04,4.72665000415872782468e-04,1609428.0,1242076,3.95878120668976225711e+03,'2026-11-23T19:06:47.655Z',1.80985634277541461434e-02);
INSERT INTO "trial" VALUES(75,X'01A209CDBC69707187A373DDD35D72B5',1,1,1,45,2,'ok',0,'repetitions',36,2,3.45719985961914062495e+01,3.63277492523193359366e+01,3.68200016021728515625e+01,3.77085008621215820321e+01,3.84660141203138579157e+01,5.57185502074952410112e+00,3.64044990539550781258e+01,3.7581501007080078125e+01,2.51336401561275124549e-04,2.83692999801132827997e-04,1834868.0,1467516,3.97170248834423591701e+03,'2026-11-23T19:06:47.655Z',1.80986022855254939656e-02);
INSERT INTO "trial" VALUES(76,X'01A209CDBCA57BC295476F37CEC471CA',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(77,X'01A209CDBCA6786CA5F83C5984D89DA6',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(78,X'01A209CDBCA670DB8FAA2150F3832C7C',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(111,X'01A209CDBCA670B18EC18EEBC1A59BBA',1,1,2,37,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(112,X'01A209CDBCA6767BB9B06D08B5FE17C6',1,1,2,38,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(113,X'01A209CDBCA67558BB1DE650318033F1',1,1,2,39,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(114,X'01A209CDBCA67C0D8F1B06C6076A9BA1',1,1,2,40,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(115,X'01A209CDBCA67DC2B54B4E3D5303C50B',1,1,2,41,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(116,X'01A209CDBCA67202A097E693BD829E37',1,1,2,42,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T19:06:47.845Z',0.0);
INSERT INTO "trial" VALUES(117,X'01A209CDBCA67723A7449A43BF9301EE',1,1,2,43,1,'ok',0,'confidence',20,1,1.06539001464843749997e+02,1.06746501922607421879e+02,1.06969997406005859377e+02,1.07197498321533203125e+02,1.09185999679565426845e+02,9.44532742466239660927e+00,1.06749000549316406247e+02,1.07180000305175781249e+02,2.51336401561275124549e-04,3.04500281345099210739e-06,2714340.0,16,3.95177239712177834005e+03,'2026-11-23T19:06:47.846Z',7.14702500408748164772e-03);
INSERT INTO "trial" VALUES(119,X'01A209CDBCB478F897FCA8D83CA4EF3D',1,1,2,1,1,'ok',0,'confidence',40,1,7.39300003051757812508e+01,7.46417484283447265616e+01,7.48264999389648437482e+01,75.19775390625,7.63168008804321260649e+01,8.39413276813519,7.46910018920898437482e+01,7.504199981689453125e+01,2.51336401561275124549e-04,2.14399995456915348768e-04,3343360.0,3009024,3.95240376941552631244e+03,'2026-11-23T19:06:47.860Z',5.66720699862344190478e-03);
INSERT INTO "trial" VALUES(120,X'01A209CDBCBA702E863A2D3769E2B794',1,1,2,45,1,'ok',0,'confidence',15,1,6.78909988403320312482e+01,6.81420021057128906267e+01,6.823200225830078125e+01,6.83419952392578124991e+01,6.83900675455729185631e+01,0.662815125312329,6.81320037841796875008e+01,6.838199615478515625e+01,2.51336401561275124549e-04,2.72737001068890094757e-04,2738784.0,2404504,3996.74813585863,'2026-11-23T19:06:47.866Z',3.58132499968633055686e-03);
INSERT INTO "trial" VALUES(122,X'01A209CDBCC37D7FBE746F3766693ADC',1,1,2,47,1,'ok',0,'confidence',35,1,6.99649963378906249991e+01,7.06204986572265625e+01,7.09360046386718749982e+01,7.13164978027343750017e+01,7.29517998831612715085e+01,1.14944445802987562645e+01,7.08050003051757812508e+01,71.0459976196289,2.51336401561275124549e-04,2.40668996411841362714e-04,2793440.0,2459104,3.9839533839888390504e+03,'2026-11-23T19:06:47.875Z',5.07180899876402691006e-03);
INSERT INTO "trial" VALUES(135,X'01A209CDBD3971A6BA448FC7606A2392',1,1,2,59,1,'ok',0,'confidence',35,1,6.41860046386718750008e+01,6.42709999084472656267e+01,6.44459991455078125017e+01,6.47320022583007812508e+01,6.463520050048828125e+01,8.18342270367622859339e-01,6.43359985351562500008e+01,6.45959930419921875017e+01,2.51336401561275124549e-04,3.30634000420104712247e-04,2355456.0,2021176,3.95812290909670809919e+03,'2026-11-23T19:06:47.993Z',4.88078300259076058864e-03);
INSERT INTO "trial" VALUES(147,X'01A209CDBE5777D991E74C2CEDCB7CD5',1,1,2,59,2,'ok',0,'repetitions',36,1,6.54670028686523437517e+01,6.66447505950927734366e+01,68.5270004272461,8.13862495422363281267e+01,76.2016109890408,1.38996160939556716589e+01,6.71499938964843749982e+01,7.48419952392578125e+01,2.51336401561275124549e-04,3.84933999157510697841e-04,2355456.0,2021176,3.93918904439930702213e+03,'2026-11-23T19:06:48.083Z',2.7587603713202825395e-02);
INSERT INTO "trial" VALUES(2906,X'01A209CE54A372BDBBEA3624896FAF95',1,1,1,45,3,'ok',0,'repetitions',36,2,3.61539993286132812491e+01,3.86663770675659179687e+01,3.983699798583984375e+01,4.62188768386840820312e+01,4.29647910859849702092e+01,7.45665255902152868117e+00,3.89685020446777343741e+01,4.13769989013671875017e+01,2.48107884544879198074e-04,2.50805001996923238039e-04,1834868.0,1467516,3.98075564569757216308e+03,'2026-11-23T19:07:26.482Z',1.32081124374963110312e-02);
INSERT INTO "trial" VALUES(2908,X'01A209CE54A37DBEB804476556DDFC56',1,1,1,59,3,'ok',0,'repetitions',36,2,3.57834968566894531241e+01,3.70191249847412109366e+01,3.853224945068359375e+01,4.02963733673095703125e+01,3.93474586274888764592e+01,3.1504530719031857977e+00,3.72405014038085937491e+01,3.97845001220703125e+01,2.48107884544879198074e-04,2.95571000606287270784e-04,1609428.0,1242076,3.96553034456098339429e+03,'2026-11-23T19:07:26.482Z',1.32081255624143523164e-02);
INSERT INTO "trial" VALUES(2914,X'01A209CE54A47190AE038AC8F88932C0',1,1,1,47,2,'ok',0,'repetitions',36,1,5.82169952392578125008e+01,5.98914947509765625008e+01,6.15570030212402343741e+01,6.35419969558715820329e+01,6.21497501797146298949e+01,3.19123656576624,5.9979000091552734375e+01,6.26929969787597656232e+01,2.48107884544879198074e-04,3.01219006360042840242e-04,1859216.0,1491808,3.95572551105378261114e+03,'2026-11-23T19:07:26.482Z',1.32081606875544821377e-02);
INSERT INTO "trial" VALUES(2927,X'01A209CE567D771286480E61D1C0E5C8',1,1,2,59,3,'ok',0,'repetitions',36,1,67.0199966430664,6.84402561187744140625e+01,69.1879997253418,8.45205039978027343732e+01,7.70963613722059477612e+01,1.60903080001157228196e+01,6.87429962158203124991e+01,8.27440032958984375034e+01,2.48107884544879198074e-04,3.82199999876320362091e-04,2355456.0,2021176,3.87434669882829211921e+03,'2026-11-23T19:07:26.816Z',1.96790137497373507358e-02);
INSERT INTO "trial" VALUES(2930,X'01A209CE567D7C9088F99D7E9013C6C4',1,1,2,45,2,'ok',0,'repetitions',36,1,6.93739929199218750008e+01,7.15070056915283203125e+01,7.239749908447265625e+01,8.87952499389648437517e+01,8.05822510189480283298e+01,1.42740954667116959342e+01,71.5260009765625,7.99400024414062500017e+01,2.48107884544879198074e-04,2.72386001597624272108e-04,2738784.0,2404504,3.88621601656426400948e+03,'2026-11-23T19:07:26.816Z',1.96790319378123967908e-02);
INSERT INTO "trial" VALUES(2935,X'01A209CE567E7A5F9418616E960D6FBE',1,1,2,47,2,'ok',0,'repetitions',36,1,7.20480041503906250017e+01,73.1465015411377,7.46360015869140625e+01,9.21949996948242187465e+01,8.24860271877712705225e+01,1.40320585383675044965e+01,7.35599975585937500017e+01,8.560699462890625e+01,2.48107884544879198074e-04,2.3290800163522362709e-04,2793440.0,2459104,3.90843712364340535722e+03,'2026-11-23T19:07:26.816Z',1.96790619374951347708e-02);
INSERT INTO "trial" VALUES(2936,X'01A209CE567E7189992D46FB9D362327',1,1,2,1,2,'ok',0,'repetitions',36,1,7.74859924316406249982e+01,7.85797481536865234392e+01,7.9979496002197265625e+01,1.07875999450683593753e+02,9.15781385633680571328e+01,1.94700622792961262064e+01,7.88180007934570312508e+01,9.13960037231445312534e+01,2.48107884544879198074e-04,2.18506000237539410591e-04,3343360.0,3009024,3.88894349932597833685e+03,'2026-11-23T19:07:26.816Z',1.96790675622651178855e-02);
INSERT INTO "trial" VALUES(3831,X'01A209CEE4F073DA955A1485F5C2A9F5',1,1,1,45,4,'ok',0,'repetitions',36,2,3.62040023803710937495e+01,3.81245012283325195312e+01,3.88505020141601562508e+01,4.21780023574829101553e+01,3.98455283906724702083e+01,2.32824068421284380292e+00,3.830699920654296875e+01,4.14965019226074218741e+01,2.48107884544879198074e-04,2.54799997492227703332e-04,1834868.0,1467516,3790.09804086102,'2026-11-23T19:08:03.408Z',1.34000870625641255173e-02);
INSERT INTO "trial" VALUES(3833,X'01A209CEE4F175FEAAF245FBA32232E2',1,1,1,59,4,'ok',0,'repetitions',36,2,35.5880012512207,3.71882505416870117191e+01,3.80242500305175781241e+01,4.01826248168945312491e+01,3.96529585520426408606e+01,4.70721646914708,3.73260002136230468745e+01,3.981949615478515625e+01,2.48107884544879198074e-04,3.13618002110160887241e-04,1609428.0,1242076,3.80180583744570685655e+03,'2026-11-23T19:08:03.408Z',1.34001001879369141533e-02);
INSERT INTO "trial" VALUES(3838,X'01A209CEE4F17FE995B12125129F037F',1,1,1,47,3,'ok',0,'repetitions',36,1,60.25,6.08610010147094726562e+01,6.15619983673095703133e+01,6.36752481460571289045e+01,64.023527569241,1.13557269737565320606e+01,6.11020011901855468732e+01,6.2404003143310546875e+01,2.48107884544879198074e-04,3.13096999889239668846e-04,1859216.0,1491808,3.81035920896124389407e+03,'2026-11-23T19:08:03.408Z',1.34001302503747865557e-02);
INSERT INTO "trial" VALUES(3846,X'01A209CEE4F27215ACAC0D5AA9899BE1',1,1,1,43,2,'ok',0,'repetitions',36,1,94.0,9.56327457427978515607e+01,9.61440010070800781232e+01,9.72399997711181640625e+01,9.7042388916015625e+01,2.77157235073084873278e+00,9.57529983520507812534e+01,9.71850051879882812465e+01,2.48107884544879198074e-04,2.09300196729600429534e-06,1621728.0,16,3.8198070332785382561e+03,'2026-11-23T19:08:03.408Z',1.34224198001902557397e-02);
INSERT INTO "trial" VALUES(3853,X'01A209CEE6A97024A74E062810FE8E42',1,1,2,59,4,'ok',0,'repetitions',36,1,6.62989959716796874991e+01,6.69274997711181640625e+01,6.78465042114257812491e+01,8.35892486572265625e+01,7.32874437967936245277e+01,8.57752094739899284547e+00,67.1500015258789,8.30240020751953125034e+01,2.48107884544879198074e-04,4.00247998186387121677e-04,2355456.0,2021176,3.85275716666726157199e+03,'2026-11-23T19:08:03.708Z',2.00019087496912106871e-02);
INSERT INTO "trial" VALUES(3856,X'01A209CEE6A971CD95D1BE5E2E60D2C5',1,1,2,45,3,'ok',0,'repetitions',36,1,69.4739990234375,71.7645034790039,7.47164993286132812517e+01,9.6529001235961914059e+01,8.63733054267035527118e+01,2.3125117275328666011e+01,7.20970001220703125008e+01,9.26579971313476562482e+01,2.48107884544879198074e-04,2.75221005722414702177e-04,2738784.0,2404504,3.87071572115838171161e+03,'2026-11-23T19:08:03.708Z',2.00019268750111223198e-02);
INSERT INTO "trial" VALUES(3859,X'01A209CEE6A97A02890BCA9DEA00E9DC',1,1,2,47,3,'ok',0,'repetitions',36,1,7.08659973144531250008e+01,7.37125034332275390607e+01,7.63334999084472656241e+01,1.01175251007080078122e+02,8.81584729088677363471e+01,2.15588797331981254492e+01,7.3871002197265625e+01,9.72649993896484374965e+01,2.48107884544879198074e-04,2.44916001975070685148e-04,2793440.0,2459104,3.86208960943812053311e+03,'2026-11-23T19:08:03.708Z',2.00019450003310339525e-02);
INSERT INTO "trial" VALUES(3868,X'01A209CEE6AA71CF9754F4B8192CCDEA',1,1,2,43,2,'ok',0,'repetitions',36,1,1.09022003173828124994e+02,1.10898248672485351558e+02,1.11571502685546875e+02,1.12227252960205078121e+02,1.14764195124308272962e+02,1.16850125958509902805e+01,1.10955001831054687498e+02,1.1216699981689453125e+02,2.48107884544879198074e-04,9.52000846154987812042e-07,2714340.0,16,3.83169889896802533264e+03,'2026-11-23T19:08:03.708Z',1.45095749997251124985e-02);
INSERT INTO "trial" VALUES(4764,X'01A20982907A7BA29F55B21D971BACB4',2,2,41,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4765,X'01A20982907A73139546C364DEACB124',2,2,41,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4766,X'01A20982907A7293A6829D3F36DC5103',2,2,41,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4767,X'01A20982907A7E45982D03B66A316560',2,2,41,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4768,X'01A20982907B79C6BCAA086EFC94E4C1',2,2,41,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4769,X'01A20982907B71059EF604E3A8C21E15',2,2,41,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4770,X'01A20982907B7D13A6A27A4EC4662D97',2,2,41,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4771,X'01A20982907B7F919D5E3C91F612934A',2,2,41,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4772,X'01A20982907B7E1CAEEEC9182418D0C4',2,2,41,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.338Z',0.0);
INSERT INTO "trial" VALUES(4796,X'01A20982907B7ACAA69232C37ED1C280',2,2,41,43,1,'ok',0,'confidence',20,1,5.43409996032714843767e+01,5.43787469863891601571e+01,5.4430999755859375e+01,5.45437507629394531267e+01,5.49384500503540067466e+01,1.94074172991047988467e+00,5.43809967041015625017e+01,5.45110015869140625017e+01,4.33821141719818115234e-01,3.68499968317337334156e-06,1212664.0,24,4.00982733088385384688e+03,'2026-11-23T17:44:41.339Z',9.64511900019715540111e-03);
INSERT INTO "trial" VALUES(4797,X'01A209829086771785C2C600EA2BDB9A',2,2,41,44,1,'ok',0,'confidence',25,1,5.82169990539550781267e+01,5.85570030212402343767e+01,5.86379966735839843741e+01,5.88679962158203125017e+01,5.87265199279785150583e+01,3.71334867186809858274e-01,5.85579986572265624982e+01,5.88079986572265624991e+01,4.33821141719818115234e-01,3.82569996872916817665e-05,1000946.0,211718,4.02374878112212900314e+03,'2026-11-23T17:44:41.350Z',3.12924999889219179749e-03);
INSERT INTO "trial" VALUES(4798,X'01A2098290897288BD4B3B6B6F6B335D',2,2,41,45,1,'ok',0,'stable',90,3,1.83106670379638671875e+01,1.84484162330627441406e+01,1.854433441162109375e+01,18.9941668510437,1.92327999326917868927e+01,2.22403377944659963461e+00,1.849433135986328125e+01,1.86210002899169921875e+01,4.33821141719818115234e-01,2.88129998807562515139e-04,1265988.0,1028184,3.97742924651306930172e+03,'2026-11-23T17:44:41.353Z',7.21003899889183230698e-03);
INSERT INTO "trial" VALUES(4799,X'01A209829091777282037F582CE25AE0',2,2,41,46,1,'ok',0,'confidence',80,2,3.4461498260498046875e+01,3.54378747940063476562e+01,3.58912506103515625008e+01,3.61864995956420898437e+01,3.80582561016082792093e+01,6.01315891860925777478e+00,3.58235015869140625008e+01,3.599849700927734375e+01,4.33821141719818115234e-01,8.9704000856727361679e-05,1508216.0,423436,4.02960257747843070318e+03,'2026-11-23T17:44:41.361Z',7.98732900148024782538e-03);
INSERT INTO "trial" VALUES(4800,X'01A209829099791E998D89CE06C84971',2,2,41,47,1,'ok',0,'stable',60,3,2.27273330688476562491e+01,2.32088332176208496089e+01,2.3376501083374023437e+01,2.3574499607086181641e+01,2.41430778503417968754e+01,2.84088554884648125664e+00,2.32546653747558593758e+01,2.34583320617675781258e+01,4.33821141719818115234e-01,3.0402300035348162055e-04,1355672.0,1117764,4.03684399679152193128e+03,'2026-11-23T17:44:41.369Z',6.30183400062378495931e-03);
INSERT INTO "trial" VALUES(4808,X'01A2098290F47D8AB7535611D96867BA',2,2,42,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.460Z',0.0);
INSERT INTO "trial" VALUES(4809,X'01A2098290F57EF19DDD41BED2A1A4C7',2,2,42,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.460Z',0.0);
INSERT INTO "trial" VALUES(4810,X'01A2098290F576048EC093D6D915DB29',2,2,42,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.460Z',0.0);
INSERT INTO "trial" VALUES(4811,X'01A2098290F57583A0DE90A7A0D60788',2,2,42,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-23T17:44:41.460Z',0.0);
INSERT INTO "trial" VALUES(4835,X'01A2098290F575C3AD50798618DB7CB1',2,2,42,43,1,'ok',0,'confidence',60,46,1.25013041496276855468e+00,1.25781527161598205566e+00,1.26057612895965576171e+00,1.27113586664199829101e+00,1.26784456769625353267e+00,1.79113113836861306826e-02,1.25950002670288085937e+00,1.26382613182067871093e+00,4.33821141719818115234e-01,4.50700099463574588298e-06,38004.0,24,4.04277855457467103416e+03,'2026-11-23T17:44:41.461Z',5.30999399779830127954e-03);
INSERT INTO "trial" VALUES(4836,X'01A2098290FB7F56945FF77264DB00A4',2,2,42,44,1,'ok',0,'confidence',110,41,1.33148777484893798828e+00,1.34230491518974304199e+00,1.35275614261627197265e+00,1.36538419127464294433e+00,1.44695388837294136585e+00,2.48323952823122640065e-01,1.34934151172637939453e+00,1.35592675209045410156e+00,4.33821141719818115234e-01,5.23800190421752631664e-06,29500.0,8504,4.03683655200400062302e+03,'2026-11-23T17:44:41.467Z',7.38301800083718262612e-03);
INSERT INTO "trial" VALUES(4837,X'01A20982910373E98F028A8E657E5348',2,2,42,45,1,'ok',0,'confidence',20,51,1.09084308147430419921e+00,1.09223040938377380371e+00,1.0935980081558227539e+00,1.09761273860931396484e+00,1.10192057490348815917e+00,2.22776411603988581944e-02,1.09223532676696777343e+00,1.0967254638671875e+00,4.33821141719818115234e-01,1.65050005307421088218e-05,42912.0,40360,3.99091937801613858022e+03,'2026-11-23T17:44:41.475Z',1.90260900126304477453e-03);
INSERT INTO "trial" VALUES(4838,X'01A209829105727C990CDAD44D0C624E',2,2,42,46,1,'ok',0,'confidence',10,31,1.77812898159027099609e+00,1.78312906622886657714e+00,1.78443545103073120117e+00,1.78718537092208862304e+00,1.78465479612350463867e+00,3.55310498951661932198e-03,1.78070962429046630859e+00,1.78848373889923095703e+00,4.33821141719818115234e-01,7.80100162955932319164e-06,53680.0,17008,4.01044342080139085745e+03,'2026-11-23T17:44:41.477Z',1.20702099957270547747e-03);
INSERT INTO "trial" VALUES(4839,X'01A209829106742F88C96C88219E5995',2,2,42,47,1,'ok',0,'confidence',10,33,1.66703021526336669921e+00,1.66839388012886047363e+00,1.66930305957794189453e+00,1.6718863844871520996e+00,1.66979092359542846679e+00,2.13584887938625097095e-03,1.66733336448669433593e+00,1.67248487472534179687e+00,4.33821141719818115234e-01,1.38609975692816078662e-05,57028.0,54372,4.04211541950267883287e+03,'2026-11-23T17:44:41.478Z',1.19418200119980610907e-03);
INSERT INTO "trial" VALUES(4840,X'01A2098291087B67AAE9902CF2591235',2,2,42,3,1,'ok',0,'confidence',25,33,1.64366662502288818359e+00,1.6469999551773071289e+00,1.65003025531768798828e+00,1.65457582473754882812e+00,1.70361212253570548647e+00,2.4864928866720908962e-01,1.64790904521942138671e+00,1.65457570552825927734e+00,4.33821141719818115234e-01,9.6314000984421e-05,105184.0,102528,4.05679634285347310651e+03,'2026-11-23T17:44:41.480Z',2.14418000177829526364e-03);
INSERT INTO "trial" VALUES(4841,X'01A20982910A7FDB8B00A679E40A9D9E',2,2,42,4,1,'ok',0,'confidence',15,22,2.59386348724365234375e+00,2.59681820869445800781e+00,2.60386347770690917968e+00,2.60886371135711669921e+00,2.68730905850728341022e+00,3.27725515880019746539e-01,2.59659099578857421875e+00,2.60886383056640625e+00,4.33821141719818115234e-01,2.90639982267748564481e-05,37796.0,18132,4.06282153462029782531e+03,'2026-11-23T17:44:41.482Z',1.55245600035414099693e-03);
INSERT INTO "trial" VALUES(14399,X'01A2098314687D2DA2744B4CBE3624DD',2,2,41,56,1,'ok',0,'confidence',65,3,1.81803340911865234375e+01,1.84340000152587890625e+01,1.84943332672119140625e+01,1.884799957275390625e+01,1.88119129180908188914e+01,1.45134639437014656415e+00,1.84610004425048828125e+01,1.85413341522216796875e+01,4.16820913553237915039e-01,2.67769002675777301192e-04,1329180.0,1091376,3.97065061810480801791e+03,'2026-11-23T17:45:15.112Z',5.24904299891204573214e-03);
INSERT INTO "trial" VALUES(14413,X'01A2098314A277A49F9351E3C396A9A7',2,2,41,56,2,'ok',0,'repetitions',36,3,1.82106647491455078125e+01,1.83556675910949707031e+01,1.84475002288818359375e+01,1.90283322334289550781e+01,1.95765555699666329303e+01,3.31122460600918566697e+00,1.8387332916259765625e+01,1.86343326568603515625e+01,4.16820913553237915039e-01,2.67548999545397236943e-04,1329180.0,1091376,3.99324707933748049987e+03,'2026-11-23T17:45:15.170Z',6.69914780010003648585e-03);
INSERT INTO "trial" VALUES(14414,X'01A2098314E97168B1DCDEEFDCD51DBA',2,2,41,45,2,'ok',0,'repetitions',36,3,1.80503330230712890625e+01,1.83975834846496582031e+01,1.86978330612182617187e+01,1.91159167289733886718e+01,1.91353889041476783461e+01,1.4866853199275003039e+00,1.8454334259033203125e+01,1.88813323974609375e+01,4.16820913553237915039e-01,2.51094999839551746845e-04,1265988.0,1028184,4.00080656204937349686e+03,'2026-11-23T17:45:15.170Z',6.6991567997320084285e-03);
INSERT INTO "trial" VALUES(14419,X'01A2098314E97705899B32678D76ACAB',2,2,41,47,2,'ok',0,'repetitions',36,3,22.4603328704834,2.324466705322265625e+01,2.34618330001831054687e+01,2.39565834999084472647e+01,2.46419627931382905221e+01,3.44803011995154840008e+00,2.32783336639404296879e+01,2.36919994354248046879e+01,4.16820913553237915039e-01,3.05485998978838324546e-04,1355672.0,1117764,3.99108541491355890678e+03,'2026-11-23T17:45:15.170Z',6.69920479995198513145e-03);
INSERT INTO "trial" VALUES(14452,X'01A2098315577E3FAB879957E46C3E64',2,2,42,59,1,'ok',0,'confidence',15,39,1.39771795272827148437e+00,1.40723079442977905273e+00,1.40902566909790039062e+00,1.41043591499328613281e+00,1.40868377685546875e+00,4.23956346385781415037e-03,1.40671801567077636718e+00,1.41082048416137695312e+00,4.16820913553237915039e-01,1.45820013131015e-05,33264.0,30712,4.00978889817131675969e+03,'2026-11-23T17:45:15.351Z',1.5438880000147037208e-03);
INSERT INTO "trial" VALUES(14468,X'01A20983159270CF87BE34C4F5782CFE',2,2,42,45,2,'ok',0,'repetitions',36,40,1.3983249664306640625e+00,1.40870517492294311523e+00,1.41584616899490356445e+00,1.42212498188018798828e+00,1.41591109500990963709e+00,1.01573980183810412547e-02,1.40960001945495605468e+00,1.42033338546752929687e+00,4.16820913553237915039e-01,1.01049990917090326547e-05,42912.0,40360,4.01939436016018862563e+03,'2026-11-23T17:45:15.381Z',3.30634900001314235851e-03);
INSERT INTO "trial" VALUES(14471,X'01A209831593790887A4E8998E1A9744',2,2,42,43,2,'ok',0,'repetitions',36,29,1.8107000589370727539e+00,1.82666322588920593261e+00,1.84017235040664672851e+00,1.91890513896942138671e+00,1.8667065534326765519e+00,4.71240731794466405357e-02,1.82962071895599365234e+00,1.91519999504089355468e+00,4.16820913553237915039e-01,2.49998265644535422325e-07,38004.0,24,4.02595332563416104677e+03,'2026-11-23T17:45:15.381Z',3.30638650029868585988e-03);
INSERT INTO "trial" VALUES(14474,X'01A209831593764391F4D5DF23549165',2,2,42,44,2,'ok',0,'repetitions',36,27,1.94288897514343261718e+00,1.96366667747497558593e+00,1.97981482744216918945e+00,2.05427777767181396484e+00,2.02523458997408534187e+00,1.51155770881381185111e-01,1.96996295452117919921e+00,2.04862952232360839843e+00,4.16820913553237915039e-01,2.30300065595656633377e-06,29500.0,8504,4.0164580266779807971e+03,'2026-11-23T17:45:15.381Z',3.30642275002901442348e-03);
INSERT INTO "trial" VALUES(21181,X'01A20983FBCD79A0A7397BC681682319',2,2,41,45,3,'ok',0,'repetitions',36,3,1.8764667510986328125e+01,1.89374165534973144531e+01,1.91803331375122070312e+01,2.00024991035461425776e+01,2.03804630173577194796e+01,2.75988120999126174126e+00,1.90150012969970703125e+01,1.98929996490478515625e+01,4.16124045848846435546e-01,2.63542999164201319217e-04,1265988.0,1028184,3.94897404901712434366e+03,'2026-11-23T17:46:14.349Z',8.022974249797698576e-03);
INSERT INTO "trial" VALUES(21183,X'01A20983FC737A039D80027C7FDE1361',2,2,41,56,3,'ok',0,'repetitions',36,3,1.84409999847412109375e+01,1.85869154930114746093e+01,1.88248338699340820312e+01,1.91244168281555175781e+01,1.93367127842373314194e+01,1.85245485764389350435e+00,1.86443328857421875e+01,1.901833343505859375e+01,4.16124045848846435546e-01,2.69192001724150031805e-04,1329180.0,1091376,3.95213129433204176169e+03,'2026-11-23T17:46:14.349Z',8.02298737494311353657e-03);
INSERT INTO "trial" VALUES(21187,X'01A20983FC74757392432A4EA4F093BF',2,2,41,47,3,'ok',0,'repetitions',36,3,2.19660015106201171879e+01,2.32831664085388183598e+01,2.36068334579467773446e+01,2.47501668930053710928e+01,2.42301944096883126178e+01,2.2182474161137575308e+00,2.34516677856445312491e+01,2.40889987945556640616e+01,4.16124045848846435546e-01,3.10783001623349264264e-04,1355672.0,1117764,3.93626235483473146817e+03,'2026-11-23T17:46:14.349Z',0.00802301181238363);
INSERT INTO "trial" VALUES(21193,X'01A20983FC7475068D11DF15E623111E',2,2,41,46,2,'ok',0,'repetitions',36,1,3.94539985656738281241e+01,4.71204996109008789062e+01,5.24029998779296875017e+01,6.1491248130798339842e+01,5.43701244990030900777e+01,1.03872248733096164132e+01,4.80219993591308593741e+01,6.00999984741210937491e+01,4.16124045848846435546e-01,7.84869989729486405849e-05,1508216.0,423436,3.95500881907470829886e+03,'2026-11-23T17:46:14.349Z',8.02304750004623201675e-03);
INSERT INTO "trial" VALUES(21202,X'01A20983FD0076F69B9277FFA2F2AA9B',2,2,42,59,2,'ok',0,'repetitions',36,53,1.0765094757080078125e+00,1.08285173773765563964e+00,1.08590328693389892578e+00,1.09264522790908813476e+00,1.10750266909599304199e+00,8.58103563497245452884e-02,1.08353853225708,1.09223532676696777343e+00,4.16124045848846435546e-01,9.68400127021595835685e-06,33264.0,30712,3.97387785933659779397e+03,'2026-11-23T17:46:14.573Z',3.27033831263179308734e-03);
INSERT INTO "trial" VALUES(21203,X'01A20983FD007B77A3152D52D3BFF45E',2,2,42,45,3,'ok',0,'repetitions',36,51,1.10007846355438232421e+00,1.10978433489799499511e+00,1.11810845136642456054e+00,1.1304117739200592041e+00,1.16901853018336820966e+00,1.67548148581249861654e-01,1.11047065258026123046e+00,1.12874507904052734375e+00,4.16124045848846435546e-01,8.03200236987322568893e-06,42912.0,40360,3.96172296177183625321e+03,'2026-11-23T17:46:14.573Z',3.27034400015691062435e-03);
INSERT INTO "trial" VALUES(21210,X'01A20983FD00705D8AA5A86C7C403515',2,2,42,3,2,'ok',0,'repetitions',36,33,1.57263636589050292968e+00,1.66710609197616577148e+00,1.68530690670013427734e+00,1.6930522918701171875e+00,1.69365285833676648685e+00,9.56747019584724134322e-02,1.6716060638427734375e+00,1.6909999847412109375e+00,4.16124045848846435546e-01,9.36199976422358304262e-05,105184.0,102528,3980.95456487253,'2026-11-23T17:46:14.573Z',3.27038531258949660696e-03);
INSERT INTO "trial" VALUES(21211,X'01A20983FD007A00A361B9A1CD1C4257',2,2,42,47,2,'ok',0,'repetitions',36,33,1.68584847450256347656e+00,1.70245307683944702148e+00,1.7131875157356262207e+00,1.71701562404632568359e+00,1.79069577654202771732e+00,2.71915335549351599997e-01,1.70409381389617919921e+00,1.71537494659423828125e+00,4.16124045848846435546e-01,1.17380004667211323976e-05,57028.0,54372,3.97133524019072228841e+03,'2026-11-23T17:46:14.573Z',3.27039093781422707252e-03);
INSERT INTO "trial" VALUES(21212,X'01A20983FD007457BB8E4F13D861E1B0',2,2,42,46,2,'ok',0,'repetitions',36,31,1.75777423381805419921e+00,1.80254063010215759277e+00,1.8118667006492614746e+00,1.81921473145484924316e+00,1.81674775812360977944e+00,5.15358032397391363499e-02,1.8050333261489868164e+00,1.81812489032745361328e+00,4.16124045848846435546e-01,6.85999839333817362785e-06,53680.0,17008,3.97063969207573336456e+03,'2026-11-23T17:46:14.573Z',3.27039718763444398064e-03);
INSERT INTO "trial" VALUES(21219,X'01A20983FD017B0A8AB6C74DF7C939D2',2,2,42,4,2,'ok',0,'repetitions',36,21,2.52376198768615722656e+00,2.6475238800048828125e+00,2.67183327674865722656e+00,2.78271424770355224609e+00,2.92914416392644261222e+00,0.783650439851698,2.65633320808410644531e+00,2.70209527015686035156e+00,4.16124045848846435546e-01,2.89229974441695958375e-05,37796.0,18132,3.92032430641435030334e+03,'2026-11-23T17:46:14.573Z',3.30252257117535918951e-03);
CREATE TABLE "variant" (
  -- One kernel of the catalogue in one state of its source: changed code is a new row, and the trials
  -- of the old one retire by themselves.
  variant_id INTEGER PRIMARY KEY, -- key inside this file only
  operation TEXT NOT NULL, -- what it computes, a name of kernels/operations.def
  backend TEXT NOT NULL, -- where it computes: cpu or cuda
  name TEXT NOT NULL, -- name in the catalogue
  code_hash TEXT NOT NULL, -- hash of its source
  baseline INTEGER NOT NULL CHECK (baseline IN (0, 1)), -- 1: kept to compare with, never dispatched
  default_configuration TEXT NOT NULL, -- canonical text of its default point
  axes TEXT NOT NULL CHECK (json_valid(axes)), -- JSON object: axis to its list of values, default first
  seen_at TEXT NOT NULL, -- when a run last had this code; the newest of a name is the current one
  UNIQUE (operation, backend, name, code_hash)
) STRICT;
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','db56401cc1bc18c8',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(2,'spmv','cpu','csr16','1d6ac9f5cbc9e4b8',0,'csr16{width=8,threads=0}','{"width":["8","4"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','cc15c765e47559b8',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','2f93c99ab646b511',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(5,'spmv','cpu','dia','c65c2853dfcc11d7',0,'dia{block=32,threads=0}','{"block":["32","64"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(6,'spmv','cpu','coo','a2110820e65053c6',0,'coo{threads=0}','{"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(7,'spmv','cpu','hyb','4ef7d06b490e708f',0,'hyb{k=rule,threads=0}','{"k":["rule","p50","p67","p80","p90","p95"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(8,'spmv','cpu','bsr','c7bbb1eeadb54389',0,'bsr{r=3,threads=0}','{"r":["3","2","4","8"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(9,'spmv','cpu','vbl','0782ff6676161f08',0,'vbl{width=4,threads=0}','{"width":["4","8"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(33,'spmv','cpu','eigen','7db580de86b08f07',1,'eigen{threads=0}','{"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
INSERT INTO "variant" VALUES(34,'spmv','cpu','librsb','624d3fb84a67debf',1,'librsb{tuned=true,threads=0}','{"tuned":["true","false"],"threads":["0","1","4","16"]}','2026-11-23T19:06:45.195Z');
CREATE TABLE verification (
  -- Comparison with the reference, made before timing.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)), -- 1: within the bound in every row
  max_bound_ratio REAL, -- largest error over its row-wise bound
  max_relative REAL, -- largest error over the magnitude of its row
  nnz_mismatch INTEGER NOT NULL, -- entries of C missing or extra
  sorted INTEGER NOT NULL CHECK (sorted IN (0, 1)), -- 1: columns of every row in order
  repeatable INTEGER NOT NULL CHECK (repeatable IN (0, 1)), -- 1: two runs gave the same bits
  first_bad TEXT NOT NULL -- first difference in words, empty when none
) STRICT;
INSERT INTO "verification" VALUES(43,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(45,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(46,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(47,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(59,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(72,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(75,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(117,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(119,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(120,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(122,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(135,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(147,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2906,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2908,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2914,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2927,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2930,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2935,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(2936,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3831,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3833,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3838,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3846,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3853,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3856,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3859,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(3868,1,0.0,0.0,0,1,1,'');
INSERT INTO "verification" VALUES(4796,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4797,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4798,1,1.01685674881259416335e-01,1.09097010589174039647e-07,0,1,1,'');
INSERT INTO "verification" VALUES(4799,1,1.01685674881259416335e-01,1.09097010589174039647e-07,0,1,1,'');
INSERT INTO "verification" VALUES(4800,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4835,1,8.33294130249333520055e-02,9.93365196722185820905e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4836,1,8.33294130249333520055e-02,9.93365196722185820905e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4837,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4838,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4839,1,8.5690458016443787903e-02,7.69352484916026561553e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4840,1,8.5690458016443787903e-02,7.99113371850542640942e-08,0,1,1,'');
INSERT INTO "verification" VALUES(4841,1,9.33975567238717330198e-02,9.92842685139887081661e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14399,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14413,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14414,1,1.01685674881259416335e-01,1.09097010589174039647e-07,0,1,1,'');
INSERT INTO "verification" VALUES(14419,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14452,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14468,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14471,1,8.33294130249333520055e-02,9.93365196722185820905e-08,0,1,1,'');
INSERT INTO "verification" VALUES(14474,1,8.33294130249333520055e-02,9.93365196722185820905e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21181,1,1.01685674881259416335e-01,1.09097010589174039647e-07,0,1,1,'');
INSERT INTO "verification" VALUES(21183,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21187,1,6.13722485353215829739e-02,5.85291929860253918715e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21193,1,1.01685674881259416335e-01,1.09097010589174039647e-07,0,1,1,'');
INSERT INTO "verification" VALUES(21202,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21203,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21210,1,8.5690458016443787903e-02,7.99113371850542640942e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21211,1,8.5690458016443787903e-02,7.69352484916026561553e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21212,1,8.5690458016443787903e-02,8.20591067606985395503e-08,0,1,1,'');
INSERT INTO "verification" VALUES(21219,1,9.33975567238717330198e-02,9.92842685139887081661e-08,0,1,1,'');
CREATE INDEX matrix_by_pattern ON matrix (pattern_hash);
CREATE INDEX run_by_suite ON run (suite, started_at);
CREATE VIEW current_variant AS
  -- The newest code of each kernel of the catalogue.
SELECT
  variant_id, -- row of variant
  operation, -- what it computes
  backend, -- where it computes
  name, -- name in the catalogue
  code_hash, -- hash of its source
  max(seen_at) AS seen_at -- when a run last had this code
FROM variant GROUP BY operation, backend, name;
CREATE VIEW usable AS
  -- Results that may be believed: fully sampled, verified, of the newest code.
SELECT
  * -- all columns of result
FROM result
WHERE outcome = 'ok' AND verified = 1 AND current = 1;
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one blames the sweep and not the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  outcome, -- kind of failure
  reaped, -- 1: the sweep died, not the kernel
  stage, -- where it happened
  message, -- reason in one line
  signal, -- that killed the worker
  limit_s, -- time limit passed, s
  attempt, -- 1, 2, … for one key
  newest AND current AS standing, -- 1: no later attempt and no newer code supersede it
  cache, -- hot or cold
  started_at, -- UTC
  run_uuid, -- sweep
  trial_id, -- row of trial
  format('sptune run %Q %Q --operation %s --type %s --backend %s --cache %s --threads %d%s',
    iif(matrix_source LIKE 'file:%' OR matrix_source LIKE 'generate:%',
        substr(matrix_source, instr(matrix_source, ':') + 1), matrix_source),
    configuration, operation, value_type, backend, cache, threads,
    CASE b_kind WHEN 'x' THEN '' WHEN 'other' THEN format(' --b %Q', (SELECT b.source FROM problem q
      JOIN matrix b ON b.matrix_id = q.b_id WHERE q.problem_id = trial_flat.problem_id))
    ELSE ' --b-kind ' || b_kind END)
    || iif(parameters = '', '', format(' --parameters %Q', parameters)) AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
CREATE VIEW coverage AS
  -- How far each problem has been explored in each context, with the newest code.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  matrix_group, -- group of A
  split, -- train or test
  count(DISTINCT variant) AS variants, -- kernels tried
  count(*) AS configurations, -- configurations tried
  sum(outcome = 'ok') AS ok, -- measured in full
  sum(outcome = 'dominated') AS dominated, -- dropped after the pilot
  sum(outcome = 'refused') AS refused, -- did not fit
  sum(outcome NOT IN ('ok', 'dominated', 'refused')) AS failed, -- went wrong
  sum(wall_s) AS wall_s, -- time spent, s
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM result WHERE current = 1
GROUP BY context_id, problem_id, backend;
CREATE INDEX load_disturbed ON load (trial_id) WHERE disturbed <> '';
CREATE VIEW disturbed AS
  -- Attempts that were disturbed, with the reason and what was seen.
SELECT
  f.trial_id AS trial_id, -- row of trial
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  configuration, -- canonical text
  attempt, -- 1, 2, … for one key
  median_us, -- median of what was sampled all the same
  l.disturbed AS reason, -- in one line
  l.window_s AS window_s, -- watched for so long, s
  l.waiting_threads AS waiting_threads, -- threads of the worker that were ready and had no core, on average
  l.switches_per_s AS switches_per_s, -- threads of the worker made to wait, a second
  l.stolen_cores AS stolen_cores, -- cores that other virtual machines took
  l.other_cores AS other_cores, -- cores busy with other programs
  l.sm_mhz AS sm_mhz, -- clock of the GPU
  l.temperature_c AS temperature_c, -- of the GPU
  l.slowed_by AS slowed_by, -- bits of nvmlClocksEventReasons
  EXISTS (SELECT 1 FROM trial o WHERE o.context_id = f.context_id AND o.problem_id = f.problem_id
          AND o.config_id = f.config_id AND o.outcome <> 'running' AND o.reaped = 0) AS mended, -- 1: an attempt that counts is there
  started_at, -- UTC
  run_uuid -- sweep
FROM load l JOIN trial_flat f ON f.trial_id = l.trial_id
WHERE l.disturbed <> '';
CREATE VIEW repetition AS
  -- The attempts that a result stands on where its configuration was measured again in repetitions: verified, and
  -- followed by nothing but further repetitions, failures, and what the search of another occasion measured alone.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.trial_id AS result_id, -- row of result: the newest of these attempts
  o.trial_id AS trial_id, -- row of trial
  o.attempt AS attempt, -- 1, 2, … for one key
  o.n AS n, -- samples
  (SELECT count(*) FROM pass p WHERE p.trial_id = o.trial_id) AS passes, -- passes told apart, 0 where there was one
  (SELECT max(0, sum(ln(p.median_us) * ln(p.median_us)) - sum(ln(p.median_us)) * sum(ln(p.median_us)) / count(*))
   FROM pass p WHERE p.trial_id = o.trial_id) AS pass_squares, -- squares of ln of their medians about the mean
  o.min_us AS min_us, -- fastest sample
  o.q1_us AS q1_us, -- first quartile
  o.median_us AS median_us, -- median
  o.q3_us AS q3_us, -- third quartile
  o.mean_us AS mean_us, -- mean
  o.sd_us AS sd_us, -- standard deviation
  o.ci_low_us AS ci_low_us, -- 95 % interval of the median of its samples
  o.ci_high_us AS ci_high_us, -- 95 % interval of the median of its samples
  o.floor_us AS floor_us, -- empty trial
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.mhz_mean AS mhz_mean, -- clock while sampling
  o.started_at AS started_at, -- UTC
  o.wall_s AS wall_s -- whole trial, s
FROM trial t
JOIN trial o ON o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
JOIN verification x ON x.trial_id = o.trial_id
WHERE t.outcome = 'ok' AND t.reaped = 0 AND t.stop_reason = 'repetitions'
  AND o.outcome = 'ok' AND o.reaped = 0 AND o.stop_reason IN ('repetitions', 'rounds') AND x.ok = 1
  AND NOT EXISTS (
    SELECT 1 FROM trial c
    WHERE c.context_id = t.context_id AND c.problem_id = t.problem_id AND c.config_id = t.config_id
      AND c.outcome IN ('ok', 'dominated', 'wrong_result') AND c.reaped = 0
      AND (c.started_at, c.attempt) > (t.started_at, t.attempt))
  AND NOT EXISTS (
    SELECT 1 FROM trial c
    WHERE c.context_id = t.context_id AND c.problem_id = t.problem_id AND c.config_id = t.config_id
      AND c.outcome IN ('ok', 'dominated', 'wrong_result') AND c.reaped = 0
      AND (c.outcome <> 'ok' OR c.stop_reason IS NOT 'repetitions')
      AND NOT (c.run_id <> o.run_id AND c.outcome IN ('ok', 'dominated') AND coalesce(c.stop_reason, '') NOT IN ('repetitions', 'rounds'))
      AND (c.started_at, c.attempt) > (o.started_at, o.attempt));
CREATE VIEW counted AS
  -- `result` before what noise makes of it.
SELECT
  f.trial_id AS trial_id, -- row of trial: the newest attempt
  trial_uuid, run_uuid, suite, problem_hash, operation, value_type, b_kind, parameters, x_cols, backend,
  matrix, matrix_hash, matrix_source, matrix_group, split, nrows, ncols, nnz, variant, code_hash, baseline,
  configuration, params, is_default, cache, threads, hardware_hash, environment_hash, policy_hash,
  f.context_id AS context_id, -- trials of one context may be compared
  f.problem_id AS problem_id, -- row of problem
  f.config_id AS config_id, -- row of config
  attempt, -- number of the newest attempt
  coalesce(g.attempts, 1) AS attempts, -- how many attempts the times stand on
  coalesce(g.passes, 1) AS passes, -- how many times the plan was prepared anew in them
  g.pass_sd AS pass_sd, -- of ln of the medians of passes, within attempts
  g.lap_sd AS lap_sd, -- of ln of the medians of attempts
  ln(f.ci_high_us / f.ci_low_us) / 2 / 1.959964 AS sample_sd, -- standard error of ln of the newest attempt's median, as its samples say
  outcome, reaped, verified, stage, message, signal, limit_s,
  stop_reason, -- why sampling stopped; repetitions: measured again with other finalists (rounds: before version 4)
  coalesce(g.n, f.n) AS n, -- samples of all attempts
  runs_per_sample, -- runs that share one sample, in the newest attempt
  coalesce(g.min_us, f.min_us) AS min_us, -- fastest sample of all attempts
  coalesce(g.q1_us, f.q1_us) AS q1_us, -- first quartile, of the attempts in the middle
  coalesce(g.median_us, f.median_us) AS median_us, -- median of the attempts' medians
  coalesce(g.q3_us, f.q3_us) AS q3_us, -- third quartile, of the attempts in the middle
  coalesce(g.mean_us, f.mean_us) AS mean_us, -- mean of all samples
  coalesce(g.sd_us, f.sd_us) AS sd_us, -- standard deviation of all samples
  coalesce(g.floor_us, f.floor_us) AS floor_us, -- empty trial: the least of all attempts
  coalesce(g.median_us, f.median_us) / nullif(coalesce(g.floor_us, f.floor_us), 0) AS floor_ratio, -- below about 1.25 the time is mostly overhead
  coalesce(g.prepare_s, f.prepare_s) AS prepare_s, -- one-off cost, s: the least of all attempts
  flops, nnz_out, compulsory_bytes, bytes_per_run,
  flops / nullif(coalesce(g.median_us, f.median_us), 0) / 1e3 AS gflops, -- GFLOP/s at the median
  bytes_per_run / nullif(coalesce(g.median_us, f.median_us), 0) / 1e3 AS gbytes_per_s, -- GB/s of the format at the median
  memory_bytes,
  coalesce(g.mhz_mean, f.mhz_mean) AS mhz_mean, -- clock while sampling: mean of all attempts
  started_at, -- UTC, of the newest attempt
  coalesce(g.wall_s, f.wall_s) AS wall_s, -- all attempts, s
  newest, -- always 1
  current
FROM trial_flat f LEFT JOIN repeated g ON g.result_id = f.trial_id
WHERE f.newest = 1;
CREATE VIEW result AS
  -- What is known of each configuration on each problem in each context: one row per key, that of the newest
  -- attempt in trial_flat, with the times of all attempts that it stands on and how far they are to be believed.
SELECT
  *, -- all columns of counted, and of the row of noise that applies
  median_us / exp(time_factor * sqrt(2 * (common_sd * common_sd + log_var))) AS ci_low_us, -- where the median of another occasion lies with 95 %: another evening, another device of the kind
  median_us * exp(time_factor * sqrt(2 * (common_sd * common_sd + log_var))) AS ci_high_us -- where the median of another occasion lies with 95 %
FROM (
  SELECT
    c.*,
    q.common_sd AS common_sd, -- standard deviation of ln of what all configurations of a problem share, from occasion to occasion (noise)
    q.time_factor AS time_factor, -- standard deviations that hold 95 % of the differences between occasions (noise)
    q.tie_factor AS tie_factor, -- the same of differences between two configurations (noise)
    q.change_sd * q.change_sd + CASE
      WHEN c.attempts > 1 THEN
        (q.prior_df * (q.lap_sd * q.lap_sd + q.pass_sd * q.pass_sd * c.attempts / c.passes)
          + (c.attempts - 1) * c.lap_sd * c.lap_sd) / (q.prior_df + c.attempts - 1) / c.attempts
      WHEN c.passes > 1 THEN q.lap_sd * q.lap_sd
        + (q.prior_df * q.pass_sd * q.pass_sd + (c.passes - 1) * c.pass_sd * c.pass_sd)
          / (q.prior_df + c.passes - 1) / c.passes
      ELSE q.lap_sd * q.lap_sd + max(q.pass_sd * q.pass_sd, coalesce(c.sample_sd * c.sample_sd, 0))
    END AS log_var -- variance of ln(median_us) from occasion to occasion, without what all configurations of the problem share
  FROM counted c
  LEFT JOIN noise q ON q.noise_id = coalesce(
    (SELECT noise_id FROM noise WHERE backend = c.backend AND context_id = c.context_id AND operation = c.operation),
    (SELECT noise_id FROM noise WHERE backend = c.backend AND context_id IS NULL))
);
CREATE VIEW oracle AS
  -- The fastest usable result of each problem and context among the kernels that may be dispatched.
  -- remeasured tells whether it stands on a repeated measurement and so is free of the winner's curse.
SELECT
  w.context_id AS context_id, -- trials of one context may be compared
  w.problem_id AS problem_id, -- row of problem
  r.problem_hash AS problem_hash, -- operation, precision and matrices
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  w.backend AS backend, -- cpu or cuda
  w.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.split AS split, -- train or test
  r.cache AS cache, -- hot or cold
  w.trial_id AS trial_id, -- the winner's newest trial
  r.config_id AS config_id, -- its configuration
  r.variant AS variant, -- its kernel
  r.configuration AS configuration, -- canonical text
  r.median_us AS median_us, -- its median
  r.ci_low_us AS ci_low_us, -- where its median lies on another occasion, 95 %
  r.ci_high_us AS ci_high_us, -- where its median lies on another occasion, 95 %
  r.log_var AS log_var, -- variance of ln of its median from occasion to occasion
  r.prepare_s AS prepare_s, -- its one-off cost, s
  r.floor_ratio AS floor_ratio, -- its median over an empty trial
  r.gflops AS gflops, -- GFLOP/s
  r.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  r.nnz AS nnz, -- entries of A
  r.attempt > 1 AS remeasured, -- 1: stands on a repeated measurement
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;
CREATE VIEW regret AS
  -- How far each measured and verified configuration is from the oracle of its problem. Dominated
  -- trials are there with their pilot samples, baselines with what they would have won or lost.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.problem_hash AS problem_hash, -- operation, precision and matrices
  t.operation AS operation, -- spmv, spgemm or spmm
  t.value_type AS value_type, -- f32 or f64
  t.backend AS backend, -- cpu or cuda
  t.matrix AS matrix, -- name of A
  t.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  t.matrix_group AS matrix_group, -- group of A
  t.split AS split, -- train or test
  t.cache AS cache, -- hot or cold
  t.trial_id AS trial_id, -- row of trial: the newest attempt
  t.config_id AS config_id, -- row of config
  t.variant AS variant, -- kernel
  t.configuration AS configuration, -- canonical text
  t.baseline AS baseline, -- 1: kept to compare with
  t.is_default AS is_default, -- 1: default point of its variant
  t.outcome AS outcome, -- ok or dominated
  t.median_us AS median_us, -- its median
  t.ci_low_us AS ci_low_us, -- where its median lies on another occasion, 95 %
  t.ci_high_us AS ci_high_us, -- where its median lies on another occasion, 95 %
  o.median_us AS oracle_us, -- median of the oracle
  o.configuration AS oracle, -- configuration of the oracle
  t.median_us / o.median_us AS slowdown, -- 1 is the oracle
  t.median_us / o.median_us - 1 AS regret, -- 0 is the oracle, 0.5 is half again as slow
  t.trial_id = o.trial_id
    OR (t.outcome = 'ok' AND coalesce(abs(ln(t.median_us / o.median_us)) <= t.tie_factor * sqrt(2 * (t.log_var + o.log_var)),
                                      abs(t.median_us / o.median_us - 1) < 0.01)) AS tie, -- 1: they would not be told apart on another occasion
  coalesce(t.floor_ratio < 1.25, 0) AS near_floor -- 1: mostly overhead, the order is noise
FROM result t
JOIN oracle o ON o.context_id = t.context_id AND o.problem_id = t.problem_id
  AND o.backend = t.backend AND o.matrix = t.matrix
WHERE t.outcome IN ('ok', 'dominated') AND t.verified = 1 AND t.current = 1
  AND t.median_us IS NOT NULL;
CREATE VIEW best AS
  -- The best configuration of each problem with what it achieves and how many tie with it.
SELECT
  o.operation AS operation, -- spmv, spgemm or spmm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  o.nnz AS nnz, -- entries of A
  o.configuration AS configuration, -- canonical text
  o.median_us AS median_us, -- its median
  o.gflops AS gflops, -- GFLOP/s
  o.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.floor_ratio AS floor_ratio, -- median over an empty trial
  o.candidates AS candidates, -- usable configurations
  (SELECT count(*) FROM usable t
   WHERE t.context_id = o.context_id AND t.problem_id = o.problem_id AND t.backend = o.backend
     AND t.baseline = 0 AND t.median_us IS NOT NULL AND t.trial_id <> o.trial_id
     AND coalesce(abs(ln(t.median_us / o.median_us)) <= t.tie_factor * sqrt(2 * (t.log_var + o.log_var)),
                  abs(t.median_us / o.median_us - 1) < 0.01)) AS ties, -- others that would not be told from it on another occasion: as in regret, which a test holds to it
  o.remeasured AS remeasured, -- 1: stands on a repeated measurement
  o.matrix_group AS matrix_group, -- group of A
  o.split AS split, -- train or test
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id, -- row of problem
  o.trial_id AS trial_id -- the winner's newest trial
FROM oracle o;
CREATE VIEW speedup AS
  -- The oracle against each baseline at its best, and against the default point of each kernel.
SELECT
  o.operation AS operation, -- spmv, spgemm or spmm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  o.matrix_group AS matrix_group, -- group of A
  u.reference_kind AS reference_kind, -- baseline or default
  u.variant AS reference, -- kernel compared with
  u.configuration AS reference_configuration, -- its best or default configuration
  u.median_us AS reference_us, -- its median
  o.configuration AS configuration, -- the oracle
  o.median_us AS median_us, -- median of the oracle
  u.median_us / o.median_us AS speedup, -- above 1: the oracle is faster
  coalesce(abs(ln(u.median_us / o.median_us)) <= u.tie_factor * sqrt(2 * (u.log_var + o.log_var)), 0) AS tie, -- 1: they would not be told apart on another occasion
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id -- row of problem
FROM oracle o
JOIN (
  SELECT context_id, problem_id, backend, 'baseline' AS reference_kind, variant, configuration,
         min(median_us) AS median_us, tie_factor, log_var
  FROM usable WHERE baseline = 1 AND median_us IS NOT NULL
  GROUP BY context_id, problem_id, backend, variant
  UNION ALL
  SELECT context_id, problem_id, backend, 'default', variant, configuration,
         median_us, tie_factor, log_var
  FROM result
  WHERE baseline = 0 AND is_default = 1 AND outcome IN ('ok', 'dominated') AND verified = 1 AND current = 1 AND median_us IS NOT NULL
) u ON u.context_id = o.context_id AND u.problem_id = o.problem_id AND u.backend = o.backend;
CREATE INDEX place_by_end ON place (ended);
CREATE VIEW phases AS
  -- Phases of products as columns: results that were measured phase by phase, of their newest attempt.
SELECT
  r.operation AS operation, -- spgemm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.b_kind AS b_kind, -- a, at or other
  r.matrix_group AS matrix_group, -- group of A
  r.variant AS variant, -- kernel
  r.configuration AS configuration, -- canonical text
  r.median_us AS median_us, -- whole product
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'symbolic') AS symbolic_us, -- counting the entries of C
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'allocate') AS allocate_us, -- taking memory for C
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'numeric') AS numeric_us, -- computing C
  r.outcome AS outcome, -- ok or dominated
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id, -- row of problem
  r.trial_id AS trial_id -- row of trial: the newest attempt
FROM result r
WHERE r.verified = 1 AND r.current = 1 AND EXISTS (SELECT 1 FROM phase f WHERE f.trial_id = r.trial_id);
CREATE VIEW refusals AS
  -- Configurations that did not fit, with the kind of reason and the numbers in it.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  CASE
    WHEN reason LIKE '%memory limit%' OR reason LIKE '% bytes%the limit is %' THEN 'memory'
    WHEN reason LIKE '%the same as %' OR reason LIKE '%already' OR reason LIKE '%is not below the %' OR reason LIKE '%holds all %'
      OR reason LIKE 'no row %' THEN 'redundant'
    WHEN reason LIKE '%bytes%CSR%' THEN 'padding'
    WHEN reason LIKE '%32-bit%' OR reason LIKE '%32 bits%' OR reason LIKE '%2^31%' OR reason LIKE '%too many%' THEN 'index'
    WHEN reason LIKE 'no cuSPARSE%' THEN 'library'
    WHEN reason LIKE '%empty%' OR reason LIKE '%without rows%' THEN 'empty'
    ELSE 'shape'
  END AS kind, -- memory: more than there is; padding: more than CSR by far; index: more than its integers count; redundant: another point does the same here; library: not installed; empty: nothing to compute; shape: rows, columns or lengths that the kernel does not take
  numbers ->> 0 AS number_1, -- first number of the reason, such as the bytes that it would take
  numbers ->> 1 AS number_2, -- second number, such as the limit
  numbers ->> 2 AS number_3, -- third number
  reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM (
  SELECT operation, value_type, backend, matrix, parameters, variant, configuration, run_uuid, trial_id, message AS reason,
    (WITH RECURSIVE letter (rest, word) AS (
       VALUES (message || ' ', '')
       UNION ALL
       SELECT substr(rest, 2), iif(substr(rest, 1, 1) GLOB '[0-9]', iif(word GLOB '*[^0-9]', '', word) || substr(rest, 1, 1),
                                   iif(word GLOB '*[0-9]', word || '.', ''))
       FROM letter WHERE rest <> '')
     SELECT json_group_array(CAST(word AS INTEGER)) FROM letter WHERE word GLOB '*[0-9].') AS numbers
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1
);
CREATE VIEW features AS
  -- Features of each matrix, a column each, in the newest version of their meaning; NULL where undefined or not computed.
SELECT
  m.matrix_id AS matrix_id, -- row of matrix
  m.name AS matrix, -- name
  m.content_hash AS matrix_hash, -- content
  m.grp AS matrix_group, -- group
  m.split AS split, -- train or test
  max(iif(d.name = 'rows', f.value, NULL)) AS rows, -- rows of A
  max(iif(d.name = 'cols', f.value, NULL)) AS cols, -- columns of A
  max(iif(d.name = 'nnz', f.value, NULL)) AS nnz, -- stored entries of A
  max(iif(d.name = 'value_bytes', f.value, NULL)) AS value_bytes, -- size of one value
  max(iif(d.name = 'offset_bytes', f.value, NULL)) AS offset_bytes, -- size of one row offset
  max(iif(d.name = 'threads', f.value, NULL)) AS threads, -- threads granted to the operation
  max(iif(d.name = 'matrix_bytes', f.value, NULL)) AS matrix_bytes, -- bytes of A as CSR
  max(iif(d.name = 'matrix_per_l2', f.value, NULL)) AS matrix_per_l2, -- bytes of A over the L2 cache of one core
  max(iif(d.name = 'matrix_per_llc', f.value, NULL)) AS matrix_per_llc, -- bytes of A over the last-level cache
  max(iif(d.name = 'x_per_l2', f.value, NULL)) AS x_per_l2, -- bytes of x over the L2 cache of one core
  max(iif(d.name = 'x_cols', f.value, NULL)) AS x_cols, -- columns of the dense operand: 1 for a vector, 0 where there is none
  max(iif(d.name = 'mean_row', f.value, NULL)) AS mean_row, -- entries per row
  max(iif(d.name = 'density', f.value, NULL)) AS density, -- entries over rows x cols
  max(iif(d.name = 'aspect', f.value, NULL)) AS aspect, -- rows over columns
  max(iif(d.name = 'row_sd', f.value, NULL)) AS row_sd, -- standard deviation of the row length
  max(iif(d.name = 'row_cv', f.value, NULL)) AS row_cv, -- row_sd over mean_row
  max(iif(d.name = 'row_max', f.value, NULL)) AS row_max, -- longest row
  max(iif(d.name = 'row_max_per_mean', f.value, NULL)) AS row_max_per_mean, -- longest row over mean_row
  max(iif(d.name = 'row_p50', f.value, NULL)) AS row_p50, -- median row length, sampled
  max(iif(d.name = 'row_p90', f.value, NULL)) AS row_p90, -- 90th percentile of the row length, sampled
  max(iif(d.name = 'row_p99', f.value, NULL)) AS row_p99, -- 99th percentile of the row length, sampled
  max(iif(d.name = 'row_gini', f.value, NULL)) AS row_gini, -- Gini coefficient of the row length, sampled
  max(iif(d.name = 'empty_rows', f.value, NULL)) AS empty_rows, -- rows without entries
  max(iif(d.name = 'rows_of_1', f.value, NULL)) AS rows_of_1, -- rows with one entry
  max(iif(d.name = 'rows_of_1_to_4', f.value, NULL)) AS rows_of_1_to_4, -- rows with one to four entries
  max(iif(d.name = 'row_length_changes', f.value, NULL)) AS row_length_changes, -- rows whose length differs from the row before
  max(iif(d.name = 'ell_fill', f.value, NULL)) AS ell_fill, -- stored over needed entries of ELL
  max(iif(d.name = 'sell8_fill', f.value, NULL)) AS sell8_fill, -- fill of SELL, C=8, unsorted, sampled
  max(iif(d.name = 'sell32_fill', f.value, NULL)) AS sell32_fill, -- fill of SELL, C=32, unsorted, sampled
  max(iif(d.name = 'sell8_fill_sorted', f.value, NULL)) AS sell8_fill_sorted, -- fill of SELL, C=8, all rows sorted
  max(iif(d.name = 'sell32_fill_sorted', f.value, NULL)) AS sell32_fill_sorted, -- fill of SELL, C=32, all rows sorted
  max(iif(d.name = 'hyb_width', f.value, NULL)) AS hyb_width, -- largest K that a third of the rows reach (HYB's rule), sampled
  max(iif(d.name = 'hyb_tail', f.value, NULL)) AS hyb_tail, -- entries beyond hyb_width in their row, sampled
  max(iif(d.name = 'thread_imbalance', f.value, NULL)) AS thread_imbalance, -- entries of the fullest thread over the mean when rows are split evenly
  max(iif(d.name = 'bandwidth', f.value, NULL)) AS bandwidth, -- largest |j-i| met in the sample
  max(iif(d.name = 'bandwidth_per_cols', f.value, NULL)) AS bandwidth_per_cols, -- bandwidth over columns
  max(iif(d.name = 'mean_distance', f.value, NULL)) AS mean_distance, -- mean |j-i|, sampled
  max(iif(d.name = 'row_span', f.value, NULL)) AS row_span, -- mean of last - first + 1 column of a row, sampled
  max(iif(d.name = 'row_span_density', f.value, NULL)) AS row_span_density, -- row length over row span, sampled
  max(iif(d.name = 'span_16bit_rows', f.value, NULL)) AS span_16bit_rows, -- rows whose columns span at most 65536, sampled
  max(iif(d.name = 'diagonals', f.value, NULL)) AS diagonals, -- distinct diagonals in the sample, counted up to 512
  max(iif(d.name = 'dia_fill', f.value, NULL)) AS dia_fill, -- stored over needed entries of DIA with `diagonals`
  max(iif(d.name = 'dia_block_fill', f.value, NULL)) AS dia_block_fill, -- the same where every 24 rows list their own diagonals, sampled
  max(iif(d.name = 'bsr2_fill', f.value, NULL)) AS bsr2_fill, -- stored over needed entries of 2x2 blocks, sampled
  max(iif(d.name = 'bsr3_fill', f.value, NULL)) AS bsr3_fill, -- stored over needed entries of 3x3 blocks, sampled
  max(iif(d.name = 'bsr4_fill', f.value, NULL)) AS bsr4_fill, -- stored over needed entries of 4x4 blocks, sampled
  max(iif(d.name = 'bsr8_fill', f.value, NULL)) AS bsr8_fill, -- stored over needed entries of 8x8 blocks, sampled
  max(iif(d.name = 'contiguous_run', f.value, NULL)) AS contiguous_run, -- mean length of runs of neighbouring columns, sampled
  max(iif(d.name = 'x_groups4_per_nnz', f.value, NULL)) AS x_groups4_per_nnz, -- aligned groups of 4 columns (a 32-byte sector of doubles) that a row touches, per entry
  max(iif(d.name = 'x_groups8_per_nnz', f.value, NULL)) AS x_groups8_per_nnz, -- groups of 8 columns (a 64-byte line of doubles, a sector of floats), per entry
  max(iif(d.name = 'x_groups16_per_nnz', f.value, NULL)) AS x_groups16_per_nnz, -- groups of 16 columns (a line of floats), per entry
  max(iif(d.name = 'x_block_groups8_per_nnz', f.value, NULL)) AS x_block_groups8_per_nnz, -- groups of 8 columns that 24 rows touch, per entry
  max(iif(d.name = 'x_group8_reuse', f.value, NULL)) AS x_group8_reuse, -- groups of 8 touched row by row over those of 24 rows
  max(iif(d.name = 'products', f.value, NULL)) AS products, -- multiplications in A*B
  max(iif(d.name = 'products_per_row', f.value, NULL)) AS products_per_row, -- products over rows of A
  max(iif(d.name = 'products_per_nnz', f.value, NULL)) AS products_per_nnz, -- products over entries of A
  max(iif(d.name = 'products_cv', f.value, NULL)) AS products_cv, -- deviation over mean of the products of a row, sampled
  max(iif(d.name = 'products_p50', f.value, NULL)) AS products_p50, -- median products of a row, sampled
  max(iif(d.name = 'products_p90', f.value, NULL)) AS products_p90, -- 90th percentile, sampled
  max(iif(d.name = 'products_p99', f.value, NULL)) AS products_p99, -- 99th percentile, sampled
  max(iif(d.name = 'products_max', f.value, NULL)) AS products_max, -- largest in the sample
  max(iif(d.name = 'products_to_16', f.value, NULL)) AS products_to_16, -- products in rows of at most 16 of them, sampled
  max(iif(d.name = 'products_to_32', f.value, NULL)) AS products_to_32, -- products in rows of at most 32 of them, sampled
  max(iif(d.name = 'products_to_64', f.value, NULL)) AS products_to_64, -- products in rows of at most 64 of them, sampled
  max(iif(d.name = 'products_to_512', f.value, NULL)) AS products_to_512, -- products in rows of at most 512 of them, sampled
  max(iif(d.name = 'a_rows_repeated', f.value, NULL)) AS a_rows_repeated, -- rows of A with the columns of the row before, sampled
  max(iif(d.name = 'b_cols', f.value, NULL)) AS b_cols, -- columns of B
  max(iif(d.name = 'b_nnz', f.value, NULL)) AS b_nnz, -- stored entries of B
  max(iif(d.name = 'b_per_l2', f.value, NULL)) AS b_per_l2, -- bytes of B over the L2 cache of one core
  max(iif(d.name = 'b_row_weighted', f.value, NULL)) AS b_row_weighted, -- length of B's rows weighted by use, sum b^2 / sum b
  max(iif(d.name = 'b_words_per_product', f.value, NULL)) AS b_words_per_product, -- aligned groups of 64 columns that B's rows touch, per product, sampled
  max(iif(d.name = 'b_dense_products', f.value, NULL)) AS b_dense_products, -- products with rows of B that fill a quarter of their span, sampled
  max(iif(d.name = 'b_dense_columns', f.value, NULL)) AS b_dense_columns, -- columns spanned per entry of those rows, by use, sampled
  max(iif(d.name = 'b_short_products', f.value, NULL)) AS b_short_products, -- products with rows of B of at most 24 entries, sampled
  max(iif(d.name = 'compression', f.value, NULL)) AS compression, -- products over entries of C, on up to 192 sampled rows
  max(iif(d.name = 'c_nnz_per_row', f.value, NULL)) AS c_nnz_per_row, -- entries of C per row, from compression
  max(iif(d.name = 'c_span_density', f.value, NULL)) AS c_span_density, -- entries over column span of C's rows, sampled
  max(iif(d.name = 'c_column_returns', f.value, NULL)) AS c_column_returns, -- products whose column is that of one of the four before, sampled
  max(iif(d.name = 'c_close_products', f.value, NULL)) AS c_close_products, -- products of rows of C that span less than 16 words of 64 columns and a word per four products, sampled
  max(iif(d.name = 'c_close_words_per_product', f.value, NULL)) AS c_close_words_per_product -- words that a bitmap of those rows is searched for, per product of all rows, sampled
FROM matrix m
JOIN matrix_feature f ON f.matrix_id = m.matrix_id
JOIN feature_def d ON d.feature_id = f.feature_id
WHERE d.version = (SELECT max(version) FROM feature_def n WHERE n.name = d.name)
GROUP BY m.matrix_id;
CREATE VIEW axis AS
  -- Axes of each configuration, one row each. Columns per variant: `sptune query --axes VARIANT`.
SELECT
  c.config_id AS config_id, -- row of config
  v.operation AS operation, -- what it computes
  v.backend AS backend, -- cpu or cuda
  v.name AS variant, -- kernel
  c.text AS configuration, -- canonical text
  a.key AS axis, -- its name
  a.value AS value -- its value
FROM config c JOIN variant v ON v.variant_id = c.variant_id, json_each(c.params) a;
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions).
SELECT
  m.uuid AS model, -- as in its file
  m.created_at AS created_at, -- UTC
  p.fold AS fold, -- fold of the cross-validation that left the problem out
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.configuration AS configuration, -- what the model puts first
  p.us AS predicted_us, -- time that it predicted
  p.low_us AS low_us, -- lower end of its interval
  p.high_us AS high_us, -- upper end of its interval
  r.median_us AS median_us, -- time that was measured
  r.oracle AS oracle, -- fastest configuration
  r.oracle_us AS oracle_us, -- its time
  r.slowdown AS slowdown, -- 1 is the oracle
  r.tie AS tie, -- 1: not told from the oracle
  r.median_us BETWEEN p.low_us AND p.high_us AS held, -- 1: the interval holds the measured time
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id -- row of problem
FROM prediction p
JOIN model m ON m.model_id = p.model_id
JOIN regret r ON r.problem_id = p.problem_id AND r.config_id = p.config_id
WHERE p.position = 1;
CREATE VIEW drifting AS
  -- The reference kernel in the course of each run: how fast the machine itself was. Disturbed timings are left out.
SELECT
  r.uuid AS run_uuid, -- sweep
  d.device AS device, -- as in place
  d.started_at AS started_at, -- UTC
  d.trials AS trials, -- of the run that had ended by then
  d.configuration AS configuration, -- the reference
  d.median_us AS median_us, -- its median
  d.median_us / first_value(d.median_us) OVER (PARTITION BY d.run_id, d.device, d.configuration ORDER BY d.started_at)
    AS over_first -- over the first of the run: 1.02 is a machine that became 2 % slower
FROM drift d JOIN run r ON r.run_id = d.run_id
WHERE d.disturbed = '';
CREATE VIEW context_label AS
  -- Contexts in words, as far as those of the file differ: empty where there is one.
SELECT
  k.context_id AS context_id, -- trials of one context may be compared
  trim(
    iif((SELECT count(DISTINCT name || arch || cores) FROM hardware) > 1,
        format('%s, %d cores; ', h.name, h.cores), '')
    || iif((SELECT count(DISTINCT compiler || flags) FROM environment) > 1, format('%s %s; ', e.compiler, e.flags), '')
    || iif((SELECT count(DISTINCT os || libc) FROM environment) > 1, format('%s, %s; ', e.os, e.libc), '')
    || iif((SELECT count(DISTINCT library_version) FROM environment) > 1, format('sptune %s; ', e.library_version), '')
    || iif((SELECT count(DISTINCT isa) FROM environment) > 1, format('%s; ', e.isa), '')
    || iif((SELECT count(DISTINCT driver || cuda_runtime || cusparse) FROM environment) > 1,
           format('driver %s, CUDA %s, cuSPARSE %s; ', e.driver, e.cuda_runtime, e.cusparse), '')
    || iif((SELECT count(DISTINCT threads) FROM policy) > 1, format('threads=%d; ', w.threads), '')
    || iif((SELECT count(DISTINCT cache) FROM policy) > 1, format('%s; ', w.cache), '')
    || iif((SELECT count(DISTINCT params) FROM policy) > 1,
           (SELECT coalesce(group_concat(j.key || '=' || j.value, ' '), '') || '; ' FROM json_each(w.params) j
            WHERE EXISTS (SELECT 1 FROM policy o WHERE o.params ->> j.key IS NOT j.value)), ''),
    '; ') AS label -- hardware, software and protocol
FROM context k
JOIN hardware h ON h.hw_id = k.hw_id
JOIN environment e ON e.env_id = k.env_id
JOIN policy w ON w.policy_id = k.policy_id;
CREATE VIEW communication AS
  -- What crossed between ranks, and how even they were: one row per result of an operation on several ranks.
SELECT
  r.trial_id AS trial_id, -- row of trial
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id, -- row of problem
  operation, -- distributed_spgemm
  value_type, -- f32 or f64
  matrix, -- name of A
  b_kind, -- a, at or other
  parameters, -- of the operation: ranks=4
  variant, -- scheme: how rows of B come
  configuration, -- canonical text
  outcome, -- how it ended
  median_us, -- until the slowest rank is done
  count(*) AS ranks, -- processes
  sum(s.products) AS products, -- multiplications of all ranks
  max(s.products) * count(*) * 1.0 / nullif(sum(s.products), 0) AS imbalance, -- most products of a rank over the mean
  sum(s.bytes_received) AS bytes_received, -- of all ranks
  max(s.bytes_received) AS bytes_received_most, -- of one rank
  sum(s.bytes_received_least) AS bytes_received_least, -- of all ranks: what no scheme that splits A by rows goes below
  sum(s.messages_sent) AS messages, -- of all ranks
  max(s.lists_s) AS lists_s, -- of the slowest rank, one run, s
  max(s.exchange_s) AS exchange_s, -- of the slowest rank, one run, s
  max(s.plan_s) AS plan_s, -- of the slowest rank, one run, s
  max(s.multiply_s) AS multiply_s, -- of the slowest rank, one run, s
  max(s.merge_s) AS merge_s -- of the slowest rank, one run, s
FROM result r JOIN rank_share s ON s.trial_id = r.trial_id
GROUP BY r.trial_id;
CREATE INDEX matrix_by_name ON matrix (name);
CREATE INDEX problem_by_a ON problem (a_id);
CREATE VIEW trial_flat AS
  -- Every trial with the words for its keys: one row per trial, running ones left out.
SELECT
  t.trial_id AS trial_id, -- row of trial
  lower(hex(t.uuid)) AS trial_uuid, -- the same in every file
  r.uuid AS run_uuid, -- sweep
  r.suite AS suite, -- suite of matrices
  p.problem_hash AS problem_hash, -- operation, precision and matrices
  p.operation AS operation, -- spmv, spgemm or spmm
  p.value_type AS value_type, -- f32 or f64
  p.b_kind AS b_kind, -- x, a, at or other
  p.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  p.x_cols AS x_cols, -- columns of the dense operand, 0 where there is none
  v.backend AS backend, -- cpu or cuda
  m.name AS matrix, -- name of A
  m.content_hash AS matrix_hash, -- content of A
  m.source AS matrix_source, -- path, URL or generator of A
  m.grp AS matrix_group, -- group of A
  m.split AS split, -- train or test
  m.nrows AS nrows, -- rows of A
  m.ncols AS ncols, -- columns of A
  m.nnz AS nnz, -- entries of A
  v.name AS variant, -- kernel
  v.code_hash AS code_hash, -- state of its source
  v.baseline AS baseline, -- 1: kept to compare with
  c.text AS configuration, -- canonical text
  c.params AS params, -- JSON object of the axes
  c.is_default AS is_default, -- 1: default point of its variant
  w.cache AS cache, -- hot or cold
  w.threads AS threads, -- threads granted; 0: all
  h.hw_hash AS hardware_hash, -- hardware
  e.env_hash AS environment_hash, -- environment
  w.policy_hash AS policy_hash, -- policy
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.attempt AS attempt, -- 1, 2, … for one key
  t.outcome AS outcome, -- how it ended
  t.reaped AS reaped, -- 1: ended from outside, or the problem could not be loaded: says nothing of the kernel
  coalesce(x.ok, 0) AS verified, -- 1: agreed with the reference
  f.stage AS stage, -- where a failure happened
  f.message AS message, -- reason of a refusal or failure
  f.signal AS signal, -- that killed the worker
  f.limit_s AS limit_s, -- time limit passed, s
  t.stop_reason AS stop_reason, -- why sampling stopped
  t.n AS n, -- samples
  t.runs_per_sample AS runs_per_sample, -- runs that share one sample
  t.min_us AS min_us, -- fastest sample
  t.q1_us AS q1_us, -- first quartile
  t.median_us AS median_us, -- median
  t.q3_us AS q3_us, -- third quartile
  t.mean_us AS mean_us, -- mean
  t.sd_us AS sd_us, -- standard deviation
  t.ci_low_us AS ci_low_us, -- 95 % interval of the median
  t.ci_high_us AS ci_high_us, -- 95 % interval of the median
  t.floor_us AS floor_us, -- empty trial
  t.median_us / nullif(t.floor_us, 0) AS floor_ratio, -- below about 1.25 the time is mostly overhead
  t.prepare_s AS prepare_s, -- one-off cost, s
  p.flops AS flops, -- operations of one run
  p.nnz_out AS nnz_out, -- entries of C
  p.compulsory_bytes AS compulsory_bytes, -- bytes any kernel must move
  t.bytes_per_run AS bytes_per_run, -- bytes the format makes one run move
  p.flops / nullif(t.median_us, 0) / 1e3 AS gflops, -- GFLOP/s at the median
  t.bytes_per_run / nullif(t.median_us, 0) / 1e3 AS gbytes_per_s, -- GB/s of the format at the median
  t.memory_bytes AS memory_bytes, -- held by the plan
  t.mhz_mean AS mhz_mean, -- clock while sampling
  t.started_at AS started_at, -- UTC
  t.wall_s AS wall_s, -- whole trial, s
  t.reaped = 0 AND (
    NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
        AND o.attempt <> t.attempt)
    OR NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
        AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
        AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
          > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt))) AS newest, -- 1: the attempt that counts for its key: the latest that was verified or found wrong, else the latest
  v.variant_id IN (SELECT variant_id FROM current_variant) AS current -- 1: measured with the newest code
FROM trial t
JOIN run r ON r.run_id = t.run_id
JOIN context k ON k.context_id = t.context_id
JOIN hardware h ON h.hw_id = k.hw_id
JOIN environment e ON e.env_id = k.env_id
JOIN policy w ON w.policy_id = k.policy_id
JOIN problem p ON p.problem_id = t.problem_id
JOIN matrix m ON m.matrix_id = p.a_id
JOIN config c ON c.config_id = t.config_id
JOIN variant v ON v.variant_id = c.variant_id
LEFT JOIN verification x ON x.trial_id = t.trial_id
LEFT JOIN failure f ON f.trial_id = t.trial_id
WHERE t.outcome <> 'running';
CREATE VIEW winner AS
  -- The row of `oracle`, found without the words for its keys. CROSS JOIN is SQLite's way to say in which order:
  -- matrices, their problems, their trials. Grouped by `matrix`, too, so that a question about one matrix is that.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  v.backend AS backend, -- cpu or cuda
  m.name AS matrix, -- name of A
  t.trial_id AS trial_id, -- newest trial of the fastest usable result that may be dispatched
  min(coalesce(g.median_us, t.median_us)) AS median_us, -- its median
  count(*) AS candidates -- usable results it was chosen from
FROM matrix m
JOIN problem p ON p.a_id = m.matrix_id
CROSS JOIN trial t ON t.problem_id = p.problem_id
CROSS JOIN config c ON c.config_id = t.config_id
CROSS JOIN variant v ON v.variant_id = c.variant_id
CROSS JOIN verification x ON x.trial_id = t.trial_id
LEFT JOIN repeated g ON g.result_id = t.trial_id
WHERE t.outcome = 'ok' AND x.ok = 1 AND t.median_us IS NOT NULL AND v.baseline = 0
  AND v.variant_id IN (SELECT variant_id FROM current_variant)
  AND t.reaped = 0 AND (
    NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
        AND o.attempt <> t.attempt)
    OR NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
        AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
        AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
          > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt)))
GROUP BY t.context_id, t.problem_id, v.backend, m.name;
CREATE INDEX trial_by_run ON trial (run_id, outcome);
CREATE INDEX trial_by_config ON trial (config_id);
CREATE INDEX trial_by_problem ON trial (problem_id);
CREATE INDEX trial_repeated ON trial (context_id, problem_id, config_id) WHERE stop_reason = 'repetitions';
