PRAGMA application_id = 1936749678;
PRAGMA user_version = 10;
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
INSERT INTO "config" VALUES(1,'28cc30dec87e8f19ada3d44b176c93df',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'4ea1e24b2b009d4d971801726d5be345',1,'csr{schedule=nnz,width=0,prefetch=false,threads=1}','{"schedule":"nnz","width":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(3,'e8d0f1ec6eb931096061f4a4755d524a',1,'csr{schedule=nnz,width=0,prefetch=false,threads=4}','{"schedule":"nnz","width":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(4,'eeaf3d872c7258270ae05777537f0cd5',1,'csr{schedule=nnz,width=0,prefetch=false,threads=16}','{"schedule":"nnz","width":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(5,'45845faca04be10490836bd68968bb10',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(6,'92a939f6e6ceb372386253bc5398138f',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(7,'072b0a808e17ffd674c71178d1b63fbf',3,'ell{c=8,threads=4}','{"c":8,"threads":4}',0);
INSERT INTO "config" VALUES(8,'f8985be38bd87342ac526c955125d31b',3,'ell{c=8,threads=16}','{"c":8,"threads":16}',0);
INSERT INTO "config" VALUES(9,'ebc09adeeb1e7d91c9c0da1fb0a48b78',4,'sell{c=8,sigma=1024,index_bits=32,cut=64,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":64,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(10,'b855153fe826762fe51febf3a3ee3924',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=1}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(11,'25f4033bce3b83e204004605d3b221fc',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=4}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(12,'f2e4d4733b9403af3985514a9a1e2d6d',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=16}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(13,'ee137efaa9b47ce48c7a38b1125a6705',8,'bsr{r=4,threads=0}','{"r":4,"threads":0}',0);
INSERT INTO "config" VALUES(14,'5512a43bad8e53c08205148aef583f1b',8,'bsr{r=8,threads=0}','{"r":8,"threads":0}',0);
INSERT INTO "config" VALUES(15,'d788cfbd31fe50ee9784bc0cae0ae6b7',8,'bsr{r=3,threads=1}','{"r":3,"threads":1}',0);
INSERT INTO "config" VALUES(16,'3431df3a3c1e554ac7a2fe753745f055',8,'bsr{r=3,threads=4}','{"r":3,"threads":4}',0);
INSERT INTO "config" VALUES(18,'320311f3205fdc5af6e385e5bab263d4',1,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":"nnz","width":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(19,'efbe7046b2c054309ed386b64ead7eb3',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(20,'87483cb567f6e4f19c16a2b28bd015f7',8,'bsr{r=3,threads=0}','{"r":3,"threads":0}',1);
CREATE TABLE context (
  -- Trials of one context may be compared with each other: same hardware, environment and policy.
  context_id INTEGER PRIMARY KEY, -- key inside this file only
  hw_id INTEGER NOT NULL REFERENCES hardware, -- where
  env_id INTEGER NOT NULL REFERENCES environment, -- with which software
  policy_id INTEGER NOT NULL REFERENCES policy, -- measured how
  UNIQUE (hw_id, env_id, policy_id)
) STRICT;
INSERT INTO "context" VALUES(1,1,1,1);
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
INSERT INTO "drift" VALUES(1,'','2026-11-30T18:19:47.517Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',1.34112652587890624996e+03,'0.78 of its threads waited for a core on average');
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
INSERT INTO "environment" VALUES(1,'3e5c380e6511347b54565e015032d0fe','GNU 12.2.0','-O3 -DNDEBUG measurement_version=2','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx512','','','');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(1,'fit','the longest row has 55 entries, a mean of 9: 6600000 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(3,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(5,'fit','the longest row has 55 entries, a mean of 9: 6610560 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(6,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(7,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(8,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(9,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(10,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(11,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(12,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(13,'fit','at least 36246 blocks of 4x4 for 96203 entries: 4804480 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(34,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(35,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(36,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','the longest row has 55 entries, a mean of 9: 4407040 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(41,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(42,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(43,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(44,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(45,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(46,'fit','at least 47690 blocks of 4x4 for 96203 entries: 3262928 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(47,'fit','at least 12481 blocks of 8x8 for 96203 entries: 3255068 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(65,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(66,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(67,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(68,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(69,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(70,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(71,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(72,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(74,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(75,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(76,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(77,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(78,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(96,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(97,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(98,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(99,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(100,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(101,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(102,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(103,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(105,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(106,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(107,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(108,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(109,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'4d42d498a3c5cb7b4001bd0656280aca','AMD EPYC','cpu','x86-64 AuthenticAMD 25/17 avx512',2,1048576,33554432,25276514304,'{}');
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
INSERT INTO "load" VALUES(18,3.87160020000010263174e-02,8.78142763811177839983e-01,2.58291132436653327877e+01,NULL,NULL,7.66117327932950287205e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(19,9.05122299991489853709e-03,6.91751932314435658e-01,1.10482307198640697268e+02,NULL,NULL,1.00008584469895689395e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(20,0.00625320000017382,0.89908446872701,1.59918121917130918062e+02,NULL,NULL,1.00012793445357739408e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(32,2.50807399970653932541e-03,2.18957654385096844862e-01,3.18969854993754233863e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(51,1.31457060006141546182e-02,6.10422293000096871651e-01,7.60704674175187705014e+01,NULL,NULL,9.99946294195291907058e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(52,2.14240200057247420772e-03,0.541029181120183,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(53,4.27943000431696418672e-04,0.0,2.33675979976592498128e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(80,7.9959400045481743291e-04,3.43874516121628198694e-02,1.25063469639740856105e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(81,1.1515859996507060714e-03,1.12037659401157188576e-01,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(82,3.93041000006633112207e-03,3.86058197484329623794e-01,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(92,1.11651939996590954251e-02,7.19938498179733432635e-01,8.95640505691645643065e+01,NULL,NULL,9.99893060514135845195e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(111,1.02752199927635956555e-03,0.0,9.73215172720640339307e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(112,7.85502999860909767448e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(113,5.96523400054138619452e-03,7.33056741714254056496e-01,1.67638017202551168338e+02,NULL,NULL,9.99960772508955431092e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(125,3.93501700000342680141e-03,0.728327984351167,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(127,3.32636780003667809069e-02,4.17791291746114290539e-01,1.17245002189986234956e+03,NULL,NULL,1.00000968020803959745e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(132,3.32636780003667809069e-02,4.17791291746114290539e-01,1.17245002189986234956e+03,NULL,NULL,1.00000968020803959745e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(140,3.32636780003667809069e-02,4.17791291746114290539e-01,1.17245002189986234956e+03,NULL,NULL,1.00000968020803959745e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(141,8.06169400002545444294e-02,7.56824979958397481283e-01,2.10873794018308359445e+02,NULL,NULL,1.00000074425257867716e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(146,8.06169400002545444294e-02,7.56824979958397481283e-01,2.10873794018308359445e+02,NULL,NULL,1.00000074425257867716e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(154,8.06169400002545444294e-02,7.56824979958397481283e-01,2.10873794018308359445e+02,NULL,NULL,1.00000074425257867716e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(155,6.97976789997483137995e-02,7.6119390732450731285e-01,1.28944115749643373192e+02,NULL,NULL,1.00006190750602463879e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(157,6.97976789997483137995e-02,7.6119390732450731285e-01,1.28944115749643373192e+02,NULL,NULL,1.00006190750602463879e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(160,6.97976789997483137995e-02,7.6119390732450731285e-01,1.28944115749643373192e+02,NULL,NULL,1.00006190750602463879e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(168,6.97976789997483137995e-02,7.6119390732450731285e-01,1.28944115749643373192e+02,NULL,NULL,1.00006190750602463879e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(171,7.02580099996339413337e-02,7.85168210717711922974e-01,9.96327678514730479247e+01,NULL,NULL,9.99985624424556074352e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(173,7.02580099996339413337e-02,7.85168210717711922974e-01,9.96327678514730479247e+01,NULL,NULL,9.99985624424556074352e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(177,7.02580099996339413337e-02,7.85168210717711922974e-01,9.96327678514730479247e+01,NULL,NULL,9.99985624424556074352e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(182,7.02580099996339413337e-02,7.85168210717711922974e-01,9.96327678514730479247e+01,NULL,NULL,9.99985624424556074352e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "matrix" VALUES(1,'fadc9c1512db946ea960a46f16084848','e1748b1979f2f1b9c72ac0a8ca144a4c','pages{n=10000,mean=8,site=100,copied=50,seed=1}','pages','train','pages{n=10000,mean=8,site=100,copied=50,seed=1}','web graph','general','real',10000,10000,96203,'{"entries_in_file":96203,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(2,'f1589292ebc5570192db3c95203468f0','f1ceb811d69210c9893b04da78b4c9f1','kronecker{base=2,power=10}','kronecker','train','kronecker{base=2,power=10}','self-similar graph','symmetric','real',1024,1024,59049,'{"entries_in_file":59049,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
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
INSERT INTO "noise" VALUES(2,'cpu',NULL,NULL,0.0261,0.0162,0.0058,0.0498,4.0,2.48,4.35,3,40,2798,'40 real matrices x 68 points in double, one thread on one of two virtual cores, 23 November 2026, three sweeps within 2 h 20 min, three repetitions of three passes');
CREATE TABLE pass (
  -- Medians of the passes of a trial that was measured in several: the plan was prepared anew for each.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  pass INTEGER NOT NULL, -- 1, 2, … in the order measured
  n INTEGER NOT NULL, -- samples of phase total
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, pass)
) STRICT, WITHOUT ROWID;
INSERT INTO "pass" VALUES(32,1,12,2.89027500152587890625e+01);
INSERT INTO "pass" VALUES(32,2,12,2.90404996871948242178e+01);
INSERT INTO "pass" VALUES(32,3,12,2.87577505111694335937e+01);
INSERT INTO "pass" VALUES(127,1,12,2.90580005645751953125e+01);
INSERT INTO "pass" VALUES(127,2,12,2.94110002517700195321e+01);
INSERT INTO "pass" VALUES(127,3,12,2.93412494659423828125e+01);
INSERT INTO "pass" VALUES(132,1,12,3.59230003356933593741e+01);
INSERT INTO "pass" VALUES(132,2,12,3.57805004119873046883e+01);
INSERT INTO "pass" VALUES(132,3,12,3.58934993743896484379e+01);
INSERT INTO "pass" VALUES(140,1,12,9.56964988708496093732e+01);
INSERT INTO "pass" VALUES(140,2,12,9.62224998474121093715e+01);
INSERT INTO "pass" VALUES(140,3,12,95.5165023803711);
INSERT INTO "pass" VALUES(141,1,12,2.54109992980957031258e+01);
INSERT INTO "pass" VALUES(141,2,12,25.6113338470459);
INSERT INTO "pass" VALUES(141,3,12,2.50671663284301757821e+01);
INSERT INTO "pass" VALUES(146,1,12,4.94530010223388671875e+01);
INSERT INTO "pass" VALUES(146,2,12,5.04195003509521484392e+01);
INSERT INTO "pass" VALUES(146,3,12,4.92124996185302734366e+01);
INSERT INTO "pass" VALUES(154,1,12,8.29480018615722656215e+01);
INSERT INTO "pass" VALUES(154,2,12,8.39445037841796874982e+01);
INSERT INTO "pass" VALUES(154,3,12,79.3479995727539);
INSERT INTO "pass" VALUES(155,1,12,1.1000499725341796875e+01);
INSERT INTO "pass" VALUES(155,2,12,1.10154166221618652341e+01);
INSERT INTO "pass" VALUES(155,3,12,1.10594000816345214841e+01);
INSERT INTO "pass" VALUES(157,1,12,1.40433750152587890625e+01);
INSERT INTO "pass" VALUES(157,2,12,1.43187499046325683593e+01);
INSERT INTO "pass" VALUES(157,3,12,1.43587503433227539062e+01);
INSERT INTO "pass" VALUES(160,1,12,1.50950002670288085937e+01);
INSERT INTO "pass" VALUES(160,2,12,1.51235003471374511723e+01);
INSERT INTO "pass" VALUES(160,3,12,1.51774997711181640629e+01);
INSERT INTO "pass" VALUES(168,1,12,20.3886661529541);
INSERT INTO "pass" VALUES(168,2,12,2.0545499801635742187e+01);
INSERT INTO "pass" VALUES(168,3,12,2.01446666717529296883e+01);
INSERT INTO "pass" VALUES(171,1,12,6.70600008964538574218e+00);
INSERT INTO "pass" VALUES(171,2,12,6.58194446563720703125e+00);
INSERT INTO "pass" VALUES(171,3,12,6.61422204971313476562e+00);
INSERT INTO "pass" VALUES(173,1,12,1.25966000556945800781e+01);
INSERT INTO "pass" VALUES(173,2,12,1.28909997940063476558e+01);
INSERT INTO "pass" VALUES(173,3,12,1.25243997573852539062e+01);
INSERT INTO "pass" VALUES(177,1,12,1.44574999809265136718e+01);
INSERT INTO "pass" VALUES(177,2,12,1.44565000534057617187e+01);
INSERT INTO "pass" VALUES(177,3,12,1.44977502822875976558e+01);
INSERT INTO "pass" VALUES(182,1,12,1.61752500534057617187e+01);
INSERT INTO "pass" VALUES(182,2,12,1.61563758850097656245e+01);
INSERT INTO "pass" VALUES(182,3,12,1.62716245651245117187e+01);
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
INSERT INTO "place" VALUES(1,'',0,1);
INSERT INTO "place" VALUES(2,'',0,2);
INSERT INTO "place" VALUES(3,'',0,3);
INSERT INTO "place" VALUES(4,'',0,4);
INSERT INTO "place" VALUES(5,'',0,5);
INSERT INTO "place" VALUES(6,'',0,6);
INSERT INTO "place" VALUES(7,'',0,7);
INSERT INTO "place" VALUES(8,'',0,8);
INSERT INTO "place" VALUES(9,'',0,9);
INSERT INTO "place" VALUES(10,'',0,10);
INSERT INTO "place" VALUES(11,'',0,11);
INSERT INTO "place" VALUES(12,'',0,12);
INSERT INTO "place" VALUES(13,'',0,13);
INSERT INTO "place" VALUES(18,'',0,18);
INSERT INTO "place" VALUES(19,'',0,19);
INSERT INTO "place" VALUES(20,'',0,20);
INSERT INTO "place" VALUES(32,'',0,32);
INSERT INTO "place" VALUES(34,'',33,34);
INSERT INTO "place" VALUES(35,'',33,35);
INSERT INTO "place" VALUES(36,'',33,36);
INSERT INTO "place" VALUES(37,'',33,37);
INSERT INTO "place" VALUES(38,'',33,38);
INSERT INTO "place" VALUES(39,'',33,39);
INSERT INTO "place" VALUES(40,'',33,40);
INSERT INTO "place" VALUES(41,'',33,41);
INSERT INTO "place" VALUES(42,'',33,42);
INSERT INTO "place" VALUES(43,'',33,43);
INSERT INTO "place" VALUES(44,'',33,44);
INSERT INTO "place" VALUES(45,'',33,45);
INSERT INTO "place" VALUES(46,'',33,46);
INSERT INTO "place" VALUES(47,'',33,47);
INSERT INTO "place" VALUES(51,'',33,51);
INSERT INTO "place" VALUES(52,'',33,52);
INSERT INTO "place" VALUES(53,'',33,53);
INSERT INTO "place" VALUES(65,'',64,65);
INSERT INTO "place" VALUES(66,'',64,66);
INSERT INTO "place" VALUES(67,'',64,67);
INSERT INTO "place" VALUES(68,'',64,68);
INSERT INTO "place" VALUES(69,'',64,69);
INSERT INTO "place" VALUES(70,'',64,70);
INSERT INTO "place" VALUES(71,'',64,71);
INSERT INTO "place" VALUES(72,'',64,72);
INSERT INTO "place" VALUES(74,'',64,74);
INSERT INTO "place" VALUES(75,'',64,75);
INSERT INTO "place" VALUES(76,'',64,76);
INSERT INTO "place" VALUES(77,'',64,77);
INSERT INTO "place" VALUES(78,'',64,78);
INSERT INTO "place" VALUES(80,'',64,80);
INSERT INTO "place" VALUES(81,'',64,81);
INSERT INTO "place" VALUES(82,'',64,82);
INSERT INTO "place" VALUES(92,'',64,92);
INSERT INTO "place" VALUES(96,'',95,96);
INSERT INTO "place" VALUES(97,'',95,97);
INSERT INTO "place" VALUES(98,'',95,98);
INSERT INTO "place" VALUES(99,'',95,99);
INSERT INTO "place" VALUES(100,'',95,100);
INSERT INTO "place" VALUES(101,'',95,101);
INSERT INTO "place" VALUES(102,'',95,102);
INSERT INTO "place" VALUES(103,'',95,103);
INSERT INTO "place" VALUES(105,'',95,105);
INSERT INTO "place" VALUES(106,'',95,106);
INSERT INTO "place" VALUES(107,'',95,107);
INSERT INTO "place" VALUES(108,'',95,108);
INSERT INTO "place" VALUES(109,'',95,109);
INSERT INTO "place" VALUES(111,'',95,111);
INSERT INTO "place" VALUES(112,'',95,112);
INSERT INTO "place" VALUES(113,'',95,113);
INSERT INTO "place" VALUES(125,'',95,125);
INSERT INTO "place" VALUES(127,'',0,127);
INSERT INTO "place" VALUES(132,'',0,132);
INSERT INTO "place" VALUES(140,'',0,140);
INSERT INTO "place" VALUES(141,'',33,141);
INSERT INTO "place" VALUES(146,'',33,146);
INSERT INTO "place" VALUES(154,'',33,154);
INSERT INTO "place" VALUES(155,'',64,155);
INSERT INTO "place" VALUES(157,'',64,157);
INSERT INTO "place" VALUES(160,'',64,160);
INSERT INTO "place" VALUES(168,'',64,168);
INSERT INTO "place" VALUES(171,'',95,171);
INSERT INTO "place" VALUES(173,'',95,173);
INSERT INTO "place" VALUES(177,'',95,177);
INSERT INTO "place" VALUES(182,'',95,182);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'3bb34cca366e5b4d8f92ebaea80cbb47','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.1}');
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
INSERT INTO "problem" VALUES(1,'bd5b971fe892ad7f9f9ae1772f12bff9','spmv','f64',1,NULL,'x','',1,192406,NULL,1354440.0);
INSERT INTO "problem" VALUES(2,'b5c4e37267ef375fb192137720e3cff9','spmv','f32',1,NULL,'x','',1,192406,NULL,889628.0);
INSERT INTO "problem" VALUES(3,'c0e20c74be3589a1bef6e7b59f7c1020','spmv','f64',2,NULL,'x','',1,118098,NULL,729072.0);
INSERT INTO "problem" VALUES(4,'57cac905d6736004991c55adba0ca895','spmv','f32',2,NULL,'x','',1,118098,NULL,484684.0);
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
INSERT INTO "repeated" VALUES(127,1,1,19,2,72,6,5.69481661743615353438e-03,2.84869995117187500008e+01,2.8848937511444091796e+01,2.91307497024536132812e+01,2.95151875019073486319e+01,3.31887154314253081106e+01,2.76633044750605137105e+01,8.99348612597660607148e-03,2.70757096586748957633e-04,1.54949999341624788939e-04,3.68469608012273056366e+03,3.48522632117627406689e-02);
INSERT INTO "repeated" VALUES(132,1,1,18,1,36,3,2.09823467562721740348e-03,35.3120002746582,3.56604995727539062508e+01,35.8435001373291,3.6329000473022460937e+01,3.61859166887071381779e+01,1.01246019612748,NULL,2.70757096586748957633e-04,3.10000359604600816965e-07,3.68455800111634334832e+03,1.94679067168570842094e-02);
INSERT INTO "repeated" VALUES(140,1,1,20,1,36,3,3.82584569843653085965e-03,9.22460021972656249965e+01,9.35857505798339843732e+01,9.59769973754882812534e+01,1.05949501037597656246e+02,1.00634194480048279275e+02,9.46862326665990750029e+00,NULL,2.70757096586748957633e-04,2.53810800040810136124e-03,3.68455800111634334832e+03,2.65910407157597152016e-02);
INSERT INTO "repeated" VALUES(141,1,2,19,1,36,3,1.08664884301274012462e-02,2.50103340148925781241e+01,2.52256674766540527348e+01,2.54109992980957031258e+01,2.5643000125885009766e+01,2.17045494291517456993e+02,1.14617045316494250073e+03,NULL,2.70757096586748957633e-04,1.53087000398954842239e-04,3.68483415912911823394e+03,6.48855704273176153717e-02);
INSERT INTO "repeated" VALUES(146,1,2,18,1,36,3,0.0128160281175345,3.85970001220703125e+01,3.92905015945434570312e+01,4.96284999847412109383e+01,85.4692497253418,5.84114442401462099488e+01,2.06286282306886867852e+01,NULL,2.70757096586748957633e-04,3.09999450109899044036e-07,3.68455800111634334832e+03,1.0642659429062664364e-02);
INSERT INTO "repeated" VALUES(154,1,2,20,1,36,3,2.96717782977919189435e-02,77.5250015258789,7.88867473602294921875e+01,8.23520011901855468732e+01,9.1069501876831054684e+01,88.3536114162869,1.93613689423533053002e+01,NULL,2.70757096586748957633e-04,2.57023600079264724627e-03,3.68455800111634334832e+03,7.81784174275474280646e-02);
INSERT INTO "repeated" VALUES(155,1,3,13,1,36,3,2.77585632790155502347e-03,1.09294996261596679689e+01,1.09959166049957275386e+01,1.10288662910461425785e+01,1.10751252174377441401e+01,1.1051656511094835267e+01,1.16341764633785371696e-01,NULL,2.70757096586748957633e-04,2.03741999939666129648e-04,3.68455800111634334832e+03,0.00786052480731314);
INSERT INTO "repeated" VALUES(157,1,3,19,1,36,3,1.2097616076512720043e-02,1.39907503128051757812e+01,1.41103749275207519526e+01,1.4313749790191650391e+01,1.43587503433227539062e+01,1.42798958089616565558e+01,1.94359073386869418698e-01,NULL,2.70757096586748957633e-04,5.79449997530900873243e-05,3.68483415912911823394e+03,0.00641391381128642);
INSERT INTO "repeated" VALUES(160,1,3,18,1,36,3,2.76794765572313267859e-03,1.50297498703002929687e+01,1.50910623073577880863e+01,1.51286253929138183593e+01,1.51887500286102294921e+01,7.116964642206828273e+01,2.34065039214954794043e+02,NULL,2.70757096586748957633e-04,2.80999302049167454242e-07,3.68483415912911823394e+03,1.36096538108745335193e-02);
INSERT INTO "repeated" VALUES(168,1,3,20,1,36,3,9.9318732465922630187e-03,1.99926662445068359375e+01,2.02683339118957519522e+01,2.04001665115356445312e+01,2.05984997749328613281e+01,1.3687660058339437796e+02,6.77870812105358254472e+02,NULL,2.70757096586748957633e-04,3.84379000024637207388e-04,3.68455800111634334832e+03,4.63313818136725785734e-02);
INSERT INTO "repeated" VALUES(171,1,4,14,1,36,3,9.68239994109088182583e-03,6.55299997329711914062e+00,6.58755576610565185546e+00,6.61427783966064453125e+00,6.70238912105560302734e+00,3.83833419481913225013e+01,1.89753870344334472971e+02,NULL,2.70757096586748957633e-04,1.99544999304634984582e-04,3.67906666564468923762e+03,1.66876180660741127437e-02);
INSERT INTO "repeated" VALUES(173,1,4,19,1,36,3,1.52704775481476186238e-02,1.24566001892089843754e+01,1.25213999748229980473e+01,1.28029999732971191407e+01,1.29475495815277099611e+01,64.7990558942159,308.3563934968,NULL,2.70757096586748957633e-04,5.93579989072168245911e-05,3.67364066020332029447e+03,2.16600840681470188653e-02);
INSERT INTO "repeated" VALUES(177,1,4,18,1,36,3,1.62546894314746976674e-03,1.44287500381469726562e+01,1.44433126449584960937e+01,1.44689998626708984375e+01,1.45052497386932373042e+01,4.67107637458377382682e+01,1.08163918116711499806e+02,NULL,2.70757096586748957633e-04,3.60000740329269319772e-07,3.68455800111634334832e+03,1.86005550672537836587e-02);
INSERT INTO "repeated" VALUES(182,1,4,20,1,36,3,3.81173624034043595151e-03,1.60664997100830078125e+01,1.61118755340576171875e+01,1.61990003585815429683e+01,1.67042508125305175781e+01,1.44519979635874420867e+02,5.36387193623208645464e+02,NULL,2.70757096586748957633e-04,3.90018000871350523084e-04,3.68455800111634334832e+03,4.94326560661041553013e-02);
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
INSERT INTO "run" VALUES(1,'01a22daf-35d9-7abd-9170-9613660b95db',1,'quick','{}','interrupted','3d405387231175baa2673be1e1180aee70802b7e',1,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-30T18:19:47.035Z','2026-11-30T18:19:52.599Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(20,'total',3,X'AA71F6427FAAC042B673B842');
INSERT INTO "samples" VALUES(52,'total',10,X'59ABC8415AABC8418DDEC741C704C941F344C8412A15C841CE3EC8413789C841D578C94123DBC841');
INSERT INTO "samples" VALUES(53,'total',3,X'0EAD9F4206C19D427BD49A42');
INSERT INTO "samples" VALUES(80,'total',10,X'C4A06A4117596B41E3256C41916D6B4117596A412B076B41B0F26A4154636B41DD246A41CF776B41');
INSERT INTO "samples" VALUES(112,'total',10,X'C9E5494106F04841690049415452494138F848416900494138F848415F294941865A4941234A4941');
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
INSERT INTO "trial" VALUES(1,X'01A22DAF37BE7930B084E52C047A1D72',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A22DAF37BF775A8F8A1BC531ACCFAC',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A22DAF37BF7644A4DDFFA139ED5B2A',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A22DAF37BF7B27B843DF15FF9F8EEE',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A22DAF37BF7DAF8FCAB88114DB4833',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A22DAF37BF70C0937EA01E169973E8',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A22DAF37BF74659AA417D827FF562D',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A22DAF37BF7DAAB315C30E855A2820',1,1,1,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(9,X'01A22DAF37BF75E8877EDE3985250EC3',1,1,1,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(10,X'01A22DAF37BF7F8A91D95B080916FF2C',1,1,1,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(11,X'01A22DAF37BF72CA9029C676E0620CE6',1,1,1,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(12,X'01A22DAF37BF7A75863AE9A1049FD24F',1,1,1,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(13,X'01A22DAF37BF7BF7A61394EDF824C58F',1,1,1,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.518Z',0.0);
INSERT INTO "trial" VALUES(18,X'01A22DAF37C071AD8762D80731567989',1,1,1,18,1,'ok',0,'confidence',110,1,3.5492000579833984375e+01,3.57079992294311523428e+01,3.58429985046386718745e+01,3.62539997100830078133e+01,1.60385667003284794421e+02,1.28553784015818314399e+03,3.58029975891113281258e+01,3.59430007934570312495e+01,2.70757096586748957633e-04,3.89999513572547584772e-07,1354440.0,16,3.68511081985505188651e+03,'2026-11-30T18:19:47.519Z',5.85668069998064311221e-02);
INSERT INTO "trial" VALUES(19,X'01A22DAF37FB76F8AA8AE36E25399F84',1,1,1,19,1,'ok',0,'confidence',40,2,2.90179996490478515625e+01,2.92571244239807128897e+01,2.93660001754760742187e+01,29.6587495803833,2.99567747592926032496e+01,1.40979376485874952074e+00,2.92835006713867187491e+01,2.94284992218017578125e+01,2.70757096586748957633e-04,2.74736999926972202956e-04,1386384.0,1226440,3.68455800111634334832e+03,'2026-11-30T18:19:47.579Z',2.44465410005432204343e-02);
INSERT INTO "trial" VALUES(20,X'01A22DAF3814760C9D3CA91034BADBCB',1,1,1,20,1,'dominated',0,'dominated',3,1,9.22259979248046875017e+01,9.4279499053955078125e+01,9.63330001831054687482e+01,1.09777500152587890623e+02,1.03926999409993484849e+02,1.68356661955120081586e+01,9.22259979248046875017e+01,1.23222000122070312504e+02,2.70757096586748957633e-04,5.25997800014010863378e-03,4940164.0,4780164,3.68455800111634334832e+03,'2026-11-30T18:19:47.604Z',1.57823909994476707652e-02);
INSERT INTO "trial" VALUES(32,X'01A22DAF38A3759E8D329C39D90B7D1F',1,1,1,19,2,'ok',0,'repetitions',36,2,2.84869995117187500008e+01,2.87812495231628417968e+01,2.89454994201660156241e+01,2.90646252632141113272e+01,3.6732500235239662345e+01,3.90570882121020588337e+01,2.88080005645751953125e+01,2.90329990386962890616e+01,2.70757096586748957633e-04,1.54949999341624788939e-04,1386384.0,1226440,3.68455800111634334832e+03,'2026-11-30T18:19:47.747Z',1.29886704989985446445e-02);
INSERT INTO "trial" VALUES(34,X'01A22DAF38DE771A9BD59792E31B919E',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(35,X'01A22DAF38DE7F7C95C891EE70EE7DB5',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(36,X'01A22DAF38DE7C8EA19C46D63675DEBE',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A22DAF38DE74F5816CC7849DE27B18',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A22DAF38DE7FCF9F7FE7F29EE37E58',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A22DAF38DF730A8757A84825553FC4',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(40,X'01A22DAF38DF7C9EA6B0F2D6A813141F',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A22DAF38DF76E58F80AC6CFB9277C3',1,1,2,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A22DAF38DF7A83BEFE30BD57E25A7A',1,1,2,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(43,X'01A22DAF38DF7B2F8B6B426998694370',1,1,2,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(44,X'01A22DAF38DF7769991152BE5FEC4380',1,1,2,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(45,X'01A22DAF38DF71F48F150F688F2965DA',1,1,2,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(46,X'01A22DAF38DF7D20B00D6798041407E9',1,1,2,13,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(47,X'01A22DAF38DF793185668EDEA767A80E',1,1,2,14,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.806Z',0.0);
INSERT INTO "trial" VALUES(51,X'01A22DAF38DF74629A8DC939F54392AB',1,1,2,18,1,'ok',0,'confidence',110,1,3.55530014038085937508e+01,3.56520004272460937504e+01,3.57380008697509765625e+01,4.00147514343261718767e+01,1.14909917103160509556e+02,7.7669565937474123983e+02,3.5701999664306640625e+01,3.58240013122558593745e+01,2.70757096586748957633e-04,3.89999513572547584772e-07,889628.0,16,3.68455800111634334832e+03,'2026-11-30T18:19:47.807Z',2.0796204999896872323e-02);
INSERT INTO "trial" VALUES(52,X'01A22DAF38F471D5A094FE9836D43403',1,1,2,19,1,'ok',0,'confidence',10,3,2.49836673736572265633e+01,2.50314164161682128906e+01,2.50753326416015625004e+01,2.51011672019958496102e+01,2.50711000442504889913e+01,5.95381624365941622412e-02,2.50103340148925781241e+01,2.5127332687377929687e+01,2.70757096586748957633e-04,1.55812000230071134865e-04,914256.0,834312,3.6900986314908795975e+03,'2026-11-30T18:19:47.828Z',5.41427799998928094282e-03);
INSERT INTO "trial" VALUES(53,X'01A22DAF38FA7E31AED8ED5C747678BD',1,1,2,20,1,'dominated',0,'dominated',3,1,7.74150009155273437482e+01,7.8145999908447265625e+01,7.88769989013671875017e+01,7.93574981689453125017e+01,7.87099990844726562491e+01,1.22010029887788262747e+00,7.74150009155273437482e+01,7.98379974365234375017e+01,2.70757096586748957633e-04,5.87851600084832170978e-03,2608512.0,2528512,3.68455800111634334832e+03,'2026-11-30T18:19:47.834Z',0.00984354699994583);
INSERT INTO "trial" VALUES(65,X'01A22DAF395178839F94FD1F62659D8F',1,1,3,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(66,X'01A22DAF39517269B46249A55B5B86E1',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(67,X'01A22DAF395172EE9ECE02DE3DCB3B8D',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(68,X'01A22DAF3951777FB4FBFA6D52A20DA4',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(69,X'01A22DAF395179EFB757445D312CAF11',1,1,3,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(70,X'01A22DAF395178378318A10762038E9C',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(71,X'01A22DAF39517F0CBAD5E0CF7E1F5E65',1,1,3,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(72,X'01A22DAF395577A8A4F4B156FE844D1E',1,1,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(74,X'01A22DAF395679F9AA990FF50AA4BF0F',1,1,3,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(75,X'01A22DAF39567FF686FF5DF85E208A67',1,1,3,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(76,X'01A22DAF395675D59131D22CDAF35E37',1,1,3,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(77,X'01A22DAF395674DE9804463F1B0576EF',1,1,3,15,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(78,X'01A22DAF3956741798C5477141A4A24C',1,1,3,16,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:47.921Z',0.0);
INSERT INTO "trial" VALUES(80,X'01A22DAF395676F8AAC61DE98396C7DB',1,1,3,18,1,'ok',0,'confidence',10,4,1.46339998245239257812e+01,1.46692495346069335933e+01,1.46992502212524414062e+01,1.47136247158050537109e+01,1.46929749488830569954e+01,0.0373534700218188,1.46467504501342773437e+01,1.47167501449584960937e+01,2.70757096586748957633e-04,3.60999365511816e-07,729072.0,16,3.68511031714189357449e+03,'2026-11-30T18:19:47.926Z',3.35897400054818717762e-03);
INSERT INTO "trial" VALUES(81,X'01A22DAF395A7C1E8C21591A245447EA',1,1,3,19,1,'ok',0,'confidence',15,4,1.38754997253417968751e+01,1.38994998931884765629e+01,1.39230003356933593748e+01,1.39507498741149902342e+01,1.40044666290283199567e+01,3.18411118737993714677e-01,1.38907499313354492191e+01,1.39532499313354492183e+01,2.70757096586748957633e-04,5.79859997742460109293e-05,791232.0,774904,3.68455800111634334832e+03,'2026-11-30T18:19:47.930Z',2.01055700017604976892e-03);
INSERT INTO "trial" VALUES(82,X'01A22DAF395C7A58AE0D6E1C5283A591',1,1,3,20,1,'ok',0,'confidence',35,3,1.99993343353271484375e+01,2.00663337707519531241e+01,2.0113332748413085937e+01,2.01948328018188476566e+01,2.05634952545166029827e+01,1.04675117242689652563e+00,2.00763339996337890629e+01,2.01733322143554687504e+01,2.70757096586748957633e-04,4.4051199984096456319e-04,1180700.0,1164316,3.68455800111634334832e+03,'2026-11-30T18:19:47.932Z',5.61568600005557527765e-03);
INSERT INTO "trial" VALUES(92,X'01A22DAF398A7954ABFE5B6BDBDB7B5A',1,1,3,13,1,'ok',0,'stable',50,5,1.08920001983642578125e+01,1.09360499382019042973e+01,1.09681997299194335939e+01,1.10965504646301269529e+01,4.37362471199035667251e+01,230.764255931666,1.09504003524780273441e+01,1.10903997421264648441e+01,2.70757096586748957633e-04,0.000203231000341475,884556.0,868172,3.68455800111634334832e+03,'2026-11-30T18:19:47.978Z',1.65017060007812688127e-02);
INSERT INTO "trial" VALUES(96,X'01A22DAF39A573ACB56EE2659F2E8DCB',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(97,X'01A22DAF39AE717AB3D28FB928E7BDE3',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(98,X'01A22DAF39AE7070935CE3B51F942CD1',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(99,X'01A22DAF39AE7ACCB494794B639FA075',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(100,X'01A22DAF39AE7097868A5AA907A7933B',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(101,X'01A22DAF39AE7487B2293C3DAC64D7B5',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(102,X'01A22DAF39AE771ABBF06B61830479CB',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(103,X'01A22DAF39AE706F91011864780F1D5F',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(105,X'01A22DAF39AE772BB562F6598EB7B492',1,1,4,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(106,X'01A22DAF39AE7CBFB17F3C8D88367D6C',1,1,4,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(107,X'01A22DAF39AE789AB07E75A9C2CB97BE',1,1,4,12,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(108,X'01A22DAF39AE7587A92225BDD45E5404',1,1,4,15,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(109,X'01A22DAF39AE7EDA873DF5944403D911',1,1,4,16,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-30T18:19:48.005Z',0.0);
INSERT INTO "trial" VALUES(111,X'01A22DAF39AF79F39DC0FF5A88FC888E',1,1,4,18,1,'ok',0,'confidence',15,4,1.43337497711181640625e+01,1.43375000953674316406e+01,14.34375,1.43524999618530273441e+01,1.43581000010172523673e+01,4.19789737431091256047e-02,1.43362503051757812495e+01,1.43562498092651367187e+01,2.70757096586748957633e-04,3.40000042342580854892e-07,484684.0,16,3.68455800111634334832e+03,'2026-11-30T18:19:48.015Z',1.08970059991406742483e-02);
INSERT INTO "trial" VALUES(112,X'01A22DAF39BA7B5CAE413A449C7A731C',1,1,4,19,1,'ok',0,'confidence',10,5,1.25585994720458984377e+01,1.25611002445220947269e+01,1.25676002502441406247e+01,1.25820996761322021482e+01,1.25744000434875484732e+01,1.84859840734580074816e-02,1.25606002807617187497e+01,1.25846004486083984375e+01,2.70757096586748957633e-04,4.94840005558216944336e-05,526464.0,518328,3.68511081985505188651e+03,'2026-11-30T18:19:48.026Z',5.05064000026322901248e-03);
INSERT INTO "trial" VALUES(113,X'01A22DAF39BF7292891E6333B59687FA',1,1,4,20,1,'ok',0,'confidence',20,4,1.60412502288818359375e+01,16.0558123588562,1.60749998092651367187e+01,1.61152501106262207035e+01,7.203831224441528036e+01,2.48721773826031778754e+02,1.6056499481201171875e+01,1.61140003204345703125e+01,2.70757096586748957633e-04,3.76887999664177186787e-04,622288.0,614096,3.68455800111634334832e+03,'2026-11-30T18:19:48.031Z',7.53508799971314147114e-03);
INSERT INTO "trial" VALUES(125,X'01A22DAF3A0E73FD97D6CBEAE3485ED7',1,1,4,14,1,'ok',0,'confidence',15,9,6.64088869094848632812e+00,6.65316653251647949218e+00,6.65766668319702148437e+00,6.66816663742065429687e+00,6.66369622548421247643e+00,1.75158053603844607315e-02,6.65311098098754882812e+00,6.67211103439331054687e+00,2.70757096586748957633e-04,1.92846000572899356484e-04,577876.0,569684,3.68455800111634334832e+03,'2026-11-30T18:19:48.110Z',8.02235900027881143614e-03);
INSERT INTO "trial" VALUES(127,X'01A22DAF3A217843BEED2EC2A0B9506F',1,1,1,19,3,'ok',0,'repetitions',36,2,2.876300048828125e+01,2.89166254997253417968e+01,2.93159999847412109383e+01,2.99657497406005859366e+01,2.96449306276109467725e+01,1.04439960636544570959e+00,2.89530010223388671875e+01,2.98689994812011718741e+01,2.70757096586748957633e-04,1.62739999723271466791e-04,1386384.0,1226440,3.68483415912911823394e+03,'2026-11-30T18:19:48.129Z',0.0218635927127642);
INSERT INTO "trial" VALUES(132,X'01A22DAF3DAF7786AB19F6985A2F2CF7',1,1,1,18,2,'ok',0,'repetitions',36,1,35.3120002746582,3.56604995727539062508e+01,35.8435001373291,3.6329000473022460937e+01,3.61859166887071381779e+01,1.01246019612745707938e+00,3.572299957275390625e+01,36.2140007019043,2.70757096586748957633e-04,3.10000359604600816965e-07,1354440.0,16,3.68455800111634334832e+03,'2026-11-30T18:19:48.129Z',1.94679067168570842094e-02);
INSERT INTO "trial" VALUES(140,X'01A22DAF3DAF775D97AB62F52F264588',1,1,1,20,2,'ok',0,'repetitions',36,1,9.22460021972656249965e+01,9.35857505798339843732e+01,9.59769973754882812534e+01,1.05949501037597656246e+02,1.00634194480048279275e+02,9.46862326666002296349e+00,9.50110015869140625034e+01,1.03712997436523437502e+02,2.70757096586748957633e-04,2.53810800040810136124e-03,4940164.0,4780164,3.68455800111634334832e+03,'2026-11-30T18:19:48.129Z',2.65910407157597152016e-02);
INSERT INTO "trial" VALUES(141,X'01A22DAF3DB3707E8EE6AFBB7C79E8A1',1,1,2,19,2,'ok',0,'repetitions',36,3,2.50103340148925781241e+01,2.52256674766540527348e+01,2.54109992980957031258e+01,2.5643000125885009766e+01,2.17045494291517456993e+02,1.14617045316494250073e+03,2.52573337554931640633e+01,2.55046672821044921879e+01,2.70757096586748957633e-04,1.53087000398954842239e-04,914256.0,834312,3.68483415912911823394e+03,'2026-11-30T18:19:49.043Z',6.48855704273176153717e-02);
INSERT INTO "trial" VALUES(146,X'01A22DAF43FF7A84B9F74ECE83DECF2E',1,1,2,18,2,'ok',0,'repetitions',36,1,3.85970001220703125e+01,3.92905015945434570312e+01,4.96284999847412109383e+01,85.4692497253418,5.84114442401462099488e+01,2.06286282306886938888e+01,39.8390007019043,8.43349990844726562534e+01,2.70757096586748957633e-04,3.09999450109899044036e-07,889628.0,16,3.68455800111634334832e+03,'2026-11-30T18:19:49.043Z',1.0642659429062664364e-02);
INSERT INTO "trial" VALUES(154,X'01A22DAF44007A28B41AF40DF50B5173',1,1,2,20,2,'ok',0,'repetitions',36,1,77.5250015258789,7.88867473602294921875e+01,8.23520011901855468732e+01,9.1069501876831054684e+01,88.3536114162869,19.3613689423533,7.93580017089843749991e+01,8.35230026245117187534e+01,2.70757096586748957633e-04,2.57023600079264724627e-03,2608512.0,2528512,3.68455800111634334832e+03,'2026-11-30T18:19:49.043Z',7.81784174275474280646e-02);
INSERT INTO "trial" VALUES(155,X'01A22DAF4409751DA7128742D1DDB690',1,1,3,13,2,'ok',0,'repetitions',36,6,1.09294996261596679689e+01,1.09959166049957275386e+01,1.10288662910461425785e+01,1.10751252174377441401e+01,1.1051656511094835267e+01,1.16341764633810199058e-01,1.1004666328430175781e+01,1.10643997192382812497e+01,2.70757096586748957633e-04,2.03741999939666129648e-04,884556.0,868172,3.68455800111634334832e+03,'2026-11-30T18:19:50.665Z',0.00786052480731314);
INSERT INTO "trial" VALUES(157,X'01A22DAF47DB77D9A1A55A06AC9C1F67',1,1,3,19,2,'ok',0,'repetitions',36,4,1.39907503128051757812e+01,1.41103749275207519526e+01,1.4313749790191650391e+01,1.43587503433227539062e+01,1.42798958089616565558e+01,1.94359073386934422256e-01,1.42084999084472656254e+01,14.3462495803833,2.70757096586748957633e-04,5.79449997530900873243e-05,791232.0,774904,3.68483415912911823394e+03,'2026-11-30T18:19:50.665Z',0.00641391381128642);
INSERT INTO "trial" VALUES(160,X'01A22DAF47DB778EA841B1215B77110E',1,1,3,18,2,'ok',0,'repetitions',36,4,1.50297498703002929687e+01,1.50910623073577880863e+01,1.51286253929138183593e+01,1.51887500286102294921e+01,7.116964642206828273e+01,2.34065039214954822449e+02,1.50950002670288085937e+01,1.51774997711181640629e+01,2.70757096586748957633e-04,2.80999302049167454242e-07,729072.0,16,3.68483415912911823394e+03,'2026-11-30T18:19:50.665Z',1.36096538108745335193e-02);
INSERT INTO "trial" VALUES(168,X'01A22DAF47DB7139AFE86AF803FF077F',1,1,3,20,2,'ok',0,'repetitions',36,3,1.99926662445068359375e+01,2.02683339118957519522e+01,2.04001665115356445312e+01,2.05984997749328613281e+01,1.3687660058339437796e+02,6.77870812105358254472e+02,2.02800006866455078129e+01,2.05806674957275390633e+01,2.70757096586748957633e-04,3.84379000024637207388e-04,1180700.0,1164316,3.68455800111634334832e+03,'2026-11-30T18:19:50.665Z',4.63313818136725785734e-02);
INSERT INTO "trial" VALUES(171,X'01A22DAF47E37E84B94245CF7BA69BEB',1,1,4,14,2,'ok',0,'repetitions',36,9,6.55299997329711914062e+00,6.58755576610565185546e+00,6.61427783966064453125e+00,6.70238912105560302734e+00,3.83833419481913225013e+01,1.89753870344334444556e+02,6.5931110382080078125e+00,6.69655561447143554687e+00,2.70757096586748957633e-04,1.99544999304634984582e-04,577876.0,569684,3.67906666564468923762e+03,'2026-11-30T18:19:51.651Z',1.66876180660741127437e-02);
INSERT INTO "trial" VALUES(173,X'01A22DAF4B8F7FB69B5DB63AD44BE09D',1,1,4,19,2,'ok',0,'repetitions',36,5,1.24566001892089843754e+01,1.25213999748229980473e+01,1.28029999732971191407e+01,1.29475495815277099611e+01,64.7990558942159,308.3563934968,1.25283994674682617185e+01,1.28789997100830078125e+01,2.70757096586748957633e-04,5.93579989072168245911e-05,526464.0,518328,3.67364066020332029447e+03,'2026-11-30T18:19:51.651Z',2.16600840681470188653e-02);
INSERT INTO "trial" VALUES(177,X'01A22DAF4B8F7198B32122C16D2CAFE5',1,1,4,18,2,'ok',0,'repetitions',36,4,1.44287500381469726562e+01,1.44433126449584960937e+01,1.44689998626708984375e+01,1.45052497386932373042e+01,4.67107637458377382682e+01,1.08163918116711499806e+02,1.44487495422363281254e+01,1.45015001296997070312e+01,2.70757096586748957633e-04,3.60000740329269319772e-07,484684.0,16,3.68455800111634334832e+03,'2026-11-30T18:19:51.651Z',1.86005550672537836587e-02);
INSERT INTO "trial" VALUES(182,X'01A22DAF4B90765B9F4E2BF6D44B47CC',1,1,4,20,2,'ok',0,'repetitions',36,4,1.60664997100830078125e+01,1.61118755340576171875e+01,1.61990003585815429683e+01,1.67042508125305175781e+01,1.44519979635874420867e+02,5.36387193623208645464e+02,1.61364994049072265625e+01,1.65869998931884765625e+01,2.70757096586748957633e-04,3.90018000871350523084e-04,622288.0,614096,3.68455800111634334832e+03,'2026-11-30T18:19:51.651Z',4.94326560661041553013e-02);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','ae11abe093ebe81e',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["0","8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-30T18:19:47.034Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','ef1f481747c9a215',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-30T18:19:47.034Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','c9d40078045ea360',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-30T18:19:47.034Z');
INSERT INTO "variant" VALUES(8,'spmv','cpu','bsr','92f7bd434be6101b',0,'bsr{r=3,threads=0}','{"r":["3","2","4","8"],"threads":["0","1","4","16"]}','2026-11-30T18:19:47.034Z');
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
INSERT INTO "verification" VALUES(18,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(19,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(20,1,1.9765811437213723356e-01,3.70512685390413858198e-16,0,1,1,'');
INSERT INTO "verification" VALUES(32,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(51,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(52,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(53,1,1.5287417287654325726e-01,1.13647704431940756825e-07,0,1,1,'');
INSERT INTO "verification" VALUES(80,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(81,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(82,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(92,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(111,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(112,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(113,1,8.27032966568125166295e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(125,1,8.39578664932994905845e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(127,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(132,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(140,1,1.9765811437213723356e-01,3.70512685390413858198e-16,0,1,1,'');
INSERT INTO "verification" VALUES(141,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(146,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(154,1,1.5287417287654325726e-01,1.13647704431940756825e-07,0,1,1,'');
INSERT INTO "verification" VALUES(155,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(157,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(160,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(168,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(171,1,8.39578664932994905845e-02,9.67889015915624292742e-08,0,1,1,'');
INSERT INTO "verification" VALUES(173,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(177,1,9.23998850225027507088e-02,1.07278341037489409253e-07,0,1,1,'');
INSERT INTO "verification" VALUES(182,1,8.27032966568125166295e-02,9.67889015915624292742e-08,0,1,1,'');
CREATE INDEX matrix_by_pattern ON matrix (pattern_hash);
CREATE INDEX run_by_suite ON run (suite, started_at);
CREATE INDEX trial_by_run ON trial (run_id, outcome);
CREATE INDEX trial_by_config ON trial (config_id);
CREATE INDEX trial_by_problem ON trial (problem_id);
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
CREATE INDEX trial_repeated ON trial (context_id, problem_id, config_id) WHERE stop_reason = 'repetitions';
CREATE VIEW usable AS
  -- Results that may be believed: fully sampled, verified, of the newest code.
SELECT
  * -- all columns of result
FROM result
WHERE outcome = 'ok' AND verified = 1 AND current = 1;
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
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one says nothing of the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  outcome, -- kind of failure
  reaped, -- 1: ended from outside, disturbed, or the problem could not be loaded: says nothing of the kernel
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
  format('sptune run ''%s'' ''%s'' --operation %s --type %s --backend %s --cache %s --threads %d',
    replace(iif(matrix_source LIKE 'file:%' OR matrix_source LIKE 'generate:%',
                substr(matrix_source, instr(matrix_source, ':') + 1), matrix_source), '''', '''\'''''),
    replace(configuration, '''', '''\'''''), operation, value_type, backend, cache, threads)
    || CASE b_kind WHEN 'x' THEN ''
         WHEN 'other' THEN format(' --b ''%s''', (SELECT replace(b.source, '''', '''\''''') FROM problem q
           JOIN matrix b ON b.matrix_id = q.b_id WHERE q.problem_id = trial_flat.problem_id))
         ELSE ' --b-kind ' || b_kind END
    || iif(parameters = '', '', format(' --parameters ''%s''', replace(parameters, '''', '''\''''')))
    || coalesce((SELECT iif(r.limits ->> '$.memory_limit' > 0,
                            format(' --memory %.12g', (r.limits ->> '$.memory_limit') / 1048576.0), '')
                     || iif(r.limits ->> '$.prepare_limit_s' <> 60,
                            format(' --stage-limit %.12gs', r.limits ->> '$.prepare_limit_s'), '')
                 FROM run r WHERE r.uuid = run_uuid), '')
    || (SELECT coalesce(' --launch ' || (w.params ->> '$.launch'), '') || coalesce(' --repeat ' || (w.params ->> '$.repeat'), '')
        FROM policy w WHERE w.policy_hash = trial_flat.policy_hash)
    || iif(EXISTS (SELECT 1 FROM problem q JOIN matrix m ON m.matrix_id IN (q.a_id, q.b_id)
                   WHERE q.problem_id = trial_flat.problem_id AND m.read_report ->> '$.dropped_out_of_range' > 0),
           ' --drop-out-of-range', '')
    AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
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
  coalesce(r.stop_reason, '') IN ('repetitions', 'rounds') OR EXISTS (
    SELECT 1 FROM trial e
    WHERE e.context_id = w.context_id AND e.problem_id = w.problem_id AND e.config_id = r.config_id
      AND e.attempt <> r.attempt AND e.reaped = 0 AND e.outcome IN ('ok', 'dominated')) AS remeasured, -- 1: stands on a repeated measurement; an attempt that was disturbed or failed is none
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;
CREATE VIEW refusals AS
  -- Configurations that did not fit the newest code, with the kind of reason and the numbers in it.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  CASE
    WHEN reason LIKE 'cannot be verified%' THEN 'unverifiable'
    WHEN reason LIKE '%memory limit%' OR reason LIKE '% bytes%the limit is %' THEN 'memory'
    WHEN reason LIKE '%the same as %' OR reason LIKE '%already' OR reason LIKE '%is not below the %' OR reason LIKE '%holds all %'
      OR reason LIKE 'no row %' OR reason LIKE '%changes nothing%' OR reason LIKE '%are one tile%' THEN 'redundant'
    WHEN reason LIKE '%bytes%CSR%' THEN 'padding'
    WHEN reason LIKE '%32-bit%' OR reason LIKE '%32 bits%' OR reason LIKE '%2^31%' OR reason LIKE '%too many%' THEN 'index'
    WHEN reason LIKE 'no cuSPARSE%' THEN 'library'
    WHEN reason LIKE '%empty%' OR reason LIKE '%without rows%' THEN 'empty'
    ELSE 'shape'
  END AS kind, -- memory: more than there is; padding: more than CSR by far; index: more than its integers count; redundant: another point does the same here; unverifiable: no result could be judged; library: not installed; empty: nothing to compute; shape: rows, columns or lengths that the kernel does not take
  CAST(nullif(substr(before_bytes, length(rtrim(before_bytes, '0123456789')) + 1), '') AS INTEGER) AS bytes, -- that the format would take; NULL where the reason has none
  CASE
    WHEN reason LIKE '%CSR takes %' THEN CAST(substr(reason, instr(reason, 'CSR takes ') + 10) AS INTEGER)
    WHEN reason LIKE '% of CSR' THEN CAST(nullif(substr(before_csr, length(rtrim(before_csr, '0123456789')) + 1), '') AS INTEGER)
  END AS csr_bytes, -- that CSR takes; NULL where the reason does not say
  numbers ->> 0 AS number_1, -- first number of the reason, whatever it counts
  numbers ->> 1 AS number_2, -- second number
  numbers ->> 2 AS number_3, -- third number
  reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM (
  SELECT operation, value_type, backend, matrix, parameters, variant, configuration, run_uuid, trial_id, message AS reason,
    iif(message LIKE '% bytes%', substr(message, 1, instr(message, ' bytes') - 1), '') AS before_bytes,
    iif(message LIKE '% of CSR', substr(message, 1, length(message) - 7), '') AS before_csr,
    (WITH RECURSIVE letter (rest, word) AS (
       VALUES (message || ' ', '')
       UNION ALL
       SELECT substr(rest, 2), iif(substr(rest, 1, 1) GLOB '[0-9]', iif(word GLOB '*[^0-9]', '', word) || substr(rest, 1, 1),
                                   iif(word GLOB '*[0-9]', word || '.', ''))
       FROM letter WHERE rest <> '')
     SELECT json_group_array(CAST(word AS INTEGER)) FROM letter WHERE word GLOB '*[0-9].') AS numbers
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1 AND current = 1
);
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions), on the machine, with the software and under the protocol that it was
  -- trained for. A choice that failed counts as ten times the oracle, as in `sptune evaluate`.
WITH choice AS (
  SELECT m.uuid, m.created_at, m.kind, p.fold, p.us, p.low_us, p.high_us, k.context_id, p.problem_id, p.config_id
  FROM prediction p
  JOIN model m ON m.model_id = p.model_id
  JOIN hardware h ON h.hw_hash = m.hw_hash
  JOIN environment e ON e.env_hash = m.env_hash
  JOIN policy w ON w.policy_hash = m.policy_hash
  JOIN context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = w.policy_id
  WHERE p.position = 1
)
SELECT
  c.uuid AS model, -- as in its file
  c.created_at AS created_at, -- UTC
  c.kind AS kind, -- learner, or what an evaluation was
  c.fold AS fold, -- fold of the cross-validation that left the problem out
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.variant AS variant, -- kernel of what the model puts first
  r.configuration AS configuration, -- what the model puts first
  0 AS failed, -- 1: it failed, and was not measured
  c.us AS predicted_us, -- time that it predicted
  c.low_us AS low_us, -- lower end of its interval
  c.high_us AS high_us, -- upper end of its interval
  r.median_us AS median_us, -- time that was measured; NULL where it failed
  r.oracle AS oracle, -- fastest configuration
  r.oracle_us AS oracle_us, -- its time
  r.slowdown AS slowdown, -- 1 is the oracle; 10 where it failed
  r.tie AS tie, -- 1: not told from the oracle
  r.median_us BETWEEN c.low_us AND c.high_us AS held, -- 1: the interval holds the measured time; NULL where it failed
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id -- row of problem
FROM choice c
JOIN regret r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
UNION ALL
SELECT c.uuid, c.created_at, c.kind, c.fold, r.operation, r.value_type, r.backend, r.cache, r.matrix, r.parameters, r.matrix_group,
  r.variant, r.configuration, 1, c.us, c.low_us, c.high_us, NULL, o.configuration, o.median_us, 10.0, 0, NULL, r.context_id, r.problem_id
FROM choice c
JOIN result r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
JOIN oracle o ON o.context_id = r.context_id AND o.problem_id = r.problem_id AND o.backend = r.backend AND o.matrix = r.matrix
WHERE r.current = 1 AND r.outcome NOT IN ('ok', 'dominated', 'refused');
CREATE VIEW context_label AS
  -- Contexts in words, as far as those of the file differ: empty where there is one.
SELECT
  k.context_id AS context_id, -- trials of one context may be compared
  trim(
    iif((SELECT count(DISTINCT name || arch || cores) FROM hardware) > 1,
        format('%s, %d cores; ', h.name, h.cores), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.arch <> h.arch), format('%s; ', h.arch), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.l2_bytes <> h.l2_bytes),
           format('L2 %.6g MiB; ', h.l2_bytes / 1048576.0), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.l3_bytes <> h.l3_bytes),
           format('L3 %.6g MiB; ', h.l3_bytes / 1048576.0), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.memory_bytes >> 30 <> h.memory_bytes >> 30),
           format('memory %d GiB; ', h.memory_bytes >> 30), '')
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
