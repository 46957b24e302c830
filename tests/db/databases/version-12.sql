PRAGMA application_id = 1936749678;
PRAGMA user_version = 12;
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
INSERT INTO "config" VALUES(1,'0f7703f3005d41a0597b53d3860e8de9',1,'csr{schedule=nnz,width=0,prefetch=false,threads=1}','{"schedule":"nnz","width":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(2,'40abe05aadfccd3e89dde059e3346a1d',1,'csr{schedule=nnz,width=0,prefetch=false,threads=4}','{"schedule":"nnz","width":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(3,'fe56a2a651c5b39c554716b8ca4f8884',1,'csr{schedule=nnz,width=0,prefetch=false,threads=16}','{"schedule":"nnz","width":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(4,'8b9244d48560da4c22830a09db605c2d',4,'sell{c=8,sigma=1024,index_bits=32,cut=64,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":64,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(5,'334f77d6f21be9b85266a15fff83b9a6',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=1}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(6,'b21fe7f577748004a1dbf9075b54e9d9',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=4}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(7,'a7cd740eee980ccb7817df0a88e89026',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=16}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(8,'bd9ca1b574874de7c54223103b2e6c61',1,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":"nnz","width":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(9,'ebb0ebd5e743ca425121984e3de17426',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(10,'3d4e053b48ebc94b20c468049d76c746',1,'csr{schedule=rows,width=0,prefetch=false,threads=0}','{"schedule":"rows","width":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(11,'06b2c80d11f37053575606968c1b88d8',1,'csr{schedule=merge,width=0,prefetch=false,threads=0}','{"schedule":"merge","width":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(14,'d194abaddfdf9b1a94ae0560e7b339a4',1,'csr{schedule=nnz,width=1,prefetch=false,threads=0}','{"schedule":"nnz","width":1,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(16,'7afd07be6b8c41fc479bd86880091bff',4,'sell{c=8,sigma=1,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":1,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(17,'98b8c789a6724bd1be7dcb9e59ad0ea4',4,'sell{c=8,sigma=16384,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":8,"sigma":16384,"index_bits":32,"cut":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(19,'e1dabcdca9662f730f382d6bb0361656',4,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=true,threads=0}','{"c":8,"sigma":1024,"index_bits":32,"cut":0,"prefetch":true,"threads":0}',0);
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
INSERT INTO "drift" VALUES(1,'','2026-12-01T03:24:54.498Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',2.50026587524414062508e+04,'0.93 of its threads waited for a core on average');
INSERT INTO "drift" VALUES(1,'','2026-12-01T03:25:29.446Z',152,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',25644.36328125,'1.02 of its threads waited for a core on average');
INSERT INTO "drift" VALUES(1,'','2026-12-01T03:27:14.747Z',375,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',3.50639239501953125003e+03,'0.78 of its threads waited for a core on average');
INSERT INTO "drift" VALUES(2,'','2026-12-01T03:27:29.717Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',8.65160491943359374975e+02,'0.68 of its threads waited for a core on average');
INSERT INTO "drift" VALUES(2,'','2026-12-01T03:28:00.245Z',286,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',1.236968994140625e+03,'0.76 of its threads waited for a core on average');
INSERT INTO "drift" VALUES(2,'','2026-12-01T03:28:34.523Z',381,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',2.42061227416992187492e+04,'0.92 of its threads waited for a core on average');
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
INSERT INTO "environment" VALUES(1,'a500dd5228f89b94cba1952a9354ea13','GNU 12.2.0','--param=ggc-min-heapsize=524288 -O1 -DNDEBUG, CUDA --Ofast-compile=max measurement_version=2','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx512','','','');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(1,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(3,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(5,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(6,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(7,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(25,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(26,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(27,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(28,'fit','there are 1024 rows: the same as sigma=1024',NULL,NULL);
INSERT INTO "failure" VALUES(29,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(30,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(31,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(54,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(55,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(56,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(57,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(58,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(59,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(60,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(79,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(80,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(81,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(82,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(83,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(84,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(446,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(447,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(448,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(449,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(450,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(451,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(452,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(470,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(471,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(472,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(473,'fit','there are 1024 rows: the same as sigma=1024',NULL,NULL);
INSERT INTO "failure" VALUES(474,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(475,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(476,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(499,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(500,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(501,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(502,'fit','no row is longer than 64: the same as cut=0',NULL,NULL);
INSERT INTO "failure" VALUES(503,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(504,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(505,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(524,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(525,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(526,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(527,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(528,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(529,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'72baf4ba40bddfa3a464b36352678703','Intel(R) Xeon(R) Processor','cpu','x86-64 GenuineIntel 6/207 avx512',2,2097152,314572800,25276510208,'{}');
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
INSERT INTO "load" VALUES(8,4.82246710002982581499e-02,9.12530828872379573546e-01,4.14725483557499146041e+01,NULL,NULL,1.0000275585092628372e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(9,2.40116949998991913162e-02,9.25566437525270790942e-01,4.16463727364602220859e+01,NULL,NULL,5.00006351070962251625e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(19,1.58201399972313083708e-03,1.36951379721202609607e-01,6.32105657835525221351e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(20,6.16834779998498561326e-02,8.7543909246056461626e-01,4.86353898528111869845e+01,NULL,NULL,8.27450099359736568338e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(21,6.16834779998498561326e-02,8.7543909246056461626e-01,4.86353898528111869845e+01,NULL,NULL,8.27450099359736568338e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(32,2.12497050001729803625e-02,8.38967740957110241772e-01,1.41178430475885619442e+02,NULL,NULL,1.00001388254865108962e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(33,2.94648200001574878115e-02,0.961629529718783,0.0,NULL,NULL,9.99802476298963460621e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(35,2.52703539999856729991e-02,8.57219174690311280784e-01,3.95720613965505592091e+01,NULL,NULL,9.99985991476453617288e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(44,7.73931669996272830758e-02,8.56450906064088246516e-01,5.16841493257313473481e+01,NULL,NULL,1.00001076323366366871e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(47,7.73931669996272830758e-02,8.56450906064088246516e-01,5.16841493257313473481e+01,NULL,NULL,1.00001076323366366871e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(48,7.73931669996272830758e-02,8.56450906064088246516e-01,5.16841493257313473481e+01,NULL,NULL,1.00001076323366366871e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(61,7.13753000127326231449e-04,0.0,1.4010448990359552681e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(62,1.94157729997641581576e-02,9.40959600229242076885e-01,0.0,NULL,NULL,8.94787964398351731709e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(69,3.55095340000843862071e-02,9.01958189592801273803e-01,2.81614509499793364e+01,NULL,NULL,6.71312667747546609753e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(73,1.24877309999646968208e-02,6.05245500565407934523e-01,5.60550191225274602397e+02,NULL,NULL,9.99941462544309378479e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(75,1.24877309999646968208e-02,6.05245500565407934523e-01,5.60550191225274602397e+02,NULL,NULL,9.99941462544309378479e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(85,5.2022174999819981167e-02,9.22780602698099361447e-01,3.84451438258189099883e+01,NULL,NULL,7.82916131437590090413e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(86,1.23866059998363198246e-02,8.50339955928095192483e-01,8.07323652672260863062e+01,NULL,NULL,5.12973448916126506524e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(87,5.25660999755928060039e-04,0.0,1.90236673533763087102e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(91,2.07483999997748469468e-02,9.75452709617103286277e-01,0.0,NULL,NULL,5.00231343136938733096e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(93,7.26313999621197581291e-04,0.0,1.37681498707382866085e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(96,1.0957800000142015051e-03,0.0,9.12591943626494185061e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(98,8.41929090001940494403e-02,0.902757356915006,3.56324545098339058308e+01,NULL,NULL,5.01122962741497479655e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(99,8.41929090001940494403e-02,0.902757356915006,3.56324545098339058308e+01,NULL,NULL,5.01122962741497479655e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(311,1.04038825999850814696e-01,8.63158528914337308535e-01,4.80589813653526789485e+01,9.61179627307053585649e-02,2.07376426950752046352e+00,9.42052152725166402902e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(312,1.04038825999850814696e-01,8.63158528914337308535e-01,4.80589813653526789485e+01,9.61179627307053585649e-02,2.07376426950752046352e+00,9.42052152725166402902e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(316,1.04038825999850814696e-01,8.63158528914337308535e-01,4.80589813653526789485e+01,9.61179627307053585649e-02,2.07376426950752046352e+00,9.42052152725166402902e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(319,1.54115229000126419123e-01,8.92156621328377141821e-01,7.78638170792982151633e+01,0.0,1.96865684182158751092e+00,9.92757179109037601882e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(320,1.54115229000126419123e-01,8.92156621328377141821e-01,7.78638170792982151633e+01,0.0,1.96865684182158751092e+00,9.92757179109037601882e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(323,1.54115229000126419123e-01,8.92156621328377141821e-01,7.78638170792982151633e+01,0.0,1.96865684182158751092e+00,9.92757179109037601882e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(331,7.240397999976266874e-02,8.58999270484905874667e-01,5.52455818038333177364e+01,NULL,NULL,1.00002789901896038671e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(333,7.240397999976266874e-02,8.58999270484905874667e-01,5.52455818038333177364e+01,NULL,NULL,1.00002789901896038671e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(337,7.240397999976266874e-02,8.58999270484905874667e-01,5.52455818038333177364e+01,NULL,NULL,1.00002789901896038671e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(342,0.126565957999901,8.473340833092323221e-01,6.32081495405443689623e+01,0.0,1.74366001322546204654e+00,1.00000033184646164308e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(343,0.126565957999901,8.473340833092323221e-01,6.32081495405443689623e+01,0.0,1.74366001322546204654e+00,1.00000033184646164308e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(351,0.126565957999901,8.473340833092323221e-01,6.32081495405443689623e+01,0.0,1.74366001322546204654e+00,1.00000033184646164308e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(352,0.126565957999901,8.473340833092323221e-01,6.32081495405443689623e+01,0.0,1.74366001322546204654e+00,1.00000033184646164308e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(353,0.126565957999901,8.473340833092323221e-01,6.32081495405443689623e+01,0.0,1.74366001322546204654e+00,1.00000033184646164308e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(453,2.04376249998858838807e-02,6.84906147366837525503e-01,4.40364279120017727093e+02,NULL,NULL,1.00001834851784154878e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(454,2.80285670000921527389e-02,8.94445549068477063769e-01,3.21100968164744529067e+02,NULL,NULL,9.99444602359042200134e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(464,0.00611640700026328,0.65826342161774,1.63494679140376888426e+02,NULL,NULL,0.873552070690577,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(466,4.95972799999435665085e-02,8.51271319718499897e-01,1.20974376014306173488e+02,NULL,NULL,1.00001451692746901045e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(467,4.95972799999435665085e-02,8.51271319718499897e-01,1.20974376014306173488e+02,NULL,NULL,1.00001451692746901045e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(477,3.41728650000732159242e-02,8.8594640806192725968e-01,5.85259678986738478539e+01,NULL,NULL,1.00003321349483265123e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(478,7.29611499991733580827e-03,8.89858643959640649434e-01,0.0,NULL,NULL,9.99984238229067790015e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(480,4.37297710000166262034e-02,9.15573488824922510076e-01,2.286771636649137207e+01,NULL,NULL,9.99982368989953851468e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(489,7.19838599998183781281e-02,8.51073198910903605529e-01,1.11136024103461309667e+02,NULL,NULL,1.00000194488512339496e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(490,7.19838599998183781281e-02,8.51073198910903605529e-01,1.11136024103461309667e+02,NULL,NULL,1.00000194488512339496e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(493,7.19838599998183781281e-02,8.51073198910903605529e-01,1.11136024103461309667e+02,NULL,NULL,1.00000194488512339496e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(506,0.0197891099996923,8.60223779657853682145e-01,2.02131374279196791127e+02,NULL,NULL,1.00004497426070959598e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(507,1.1421700000028067734e-02,0.903229466714624,0.0,NULL,NULL,0.999938713162386,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(514,9.13333600010446389205e-03,8.18448155188255532799e-01,0.0,NULL,NULL,9.99853722673903932971e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(518,3.50589720001153182238e-02,8.71657731433189364445e-01,1.42616845695976309114e+02,NULL,NULL,9.9997227528006538133e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(522,3.50589720001153182238e-02,8.71657731433189364445e-01,1.42616845695976309114e+02,NULL,NULL,9.9997227528006538133e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(530,3.18800850000116042792e-02,8.7937801922389491338e-01,6.27350899471965632852e+01,NULL,NULL,1.00002870129967358359e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(531,9.88330200016207527369e-03,8.37169399444058770498e-01,0.0,NULL,NULL,9.99868262618305636557e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(532,2.40972749998036306351e-02,8.31925684549954080893e-01,8.29969363762623828489e+01,NULL,NULL,1.00003008639207324748e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(536,3.91542360002858913503e-02,8.5952490554926208599e-01,5.10800415052255587502e+01,NULL,NULL,9.99993972549159448881e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(538,2.11448509999172529205e-02,9.29298437717857583884e-01,1.89171349564754706302e+02,NULL,NULL,1.00000704662276929113e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(541,1.10835499981476459652e-03,0.0,9.02238001513167205309e+02,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(543,7.93124780002472107298e-02,9.02694579783233419512e-01,6.3041782655995383779e+01,NULL,NULL,1.00000658156131,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(546,7.93124780002472107298e-02,9.02694579783233419512e-01,6.3041782655995383779e+01,NULL,NULL,1.00000658156131,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(758,1.17516881999563338467e-01,8.12751813823273550063e-01,6.80753255522021589758e+01,0.0,1.77019672799669,9.99992494697336753439e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(759,1.17516881999563338467e-01,8.12751813823273550063e-01,6.80753255522021589758e+01,0.0,1.77019672799669,9.99992494697336753439e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(765,1.17516881999563338467e-01,8.12751813823273550063e-01,6.80753255522021589758e+01,0.0,1.77019672799669,9.99992494697336753439e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(769,7.7143606000390718691e-02,8.23654885923728374841e-01,6.48141856367807776004e+01,NULL,NULL,9.99992144515353453826e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(771,7.7143606000390718691e-02,8.23654885923728374841e-01,6.48141856367807776004e+01,NULL,NULL,9.99992144515353453826e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(774,7.7143606000390718691e-02,8.23654885923728374841e-01,6.48141856367807776004e+01,NULL,NULL,9.99992144515353453826e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(782,5.25313829998594883363e-02,8.05915085085662674657e-01,7.61449589098139512088e+01,NULL,NULL,1.00001174535689352218e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(783,5.25313829998594883363e-02,8.05915085085662674657e-01,7.61449589098139512088e+01,NULL,NULL,1.00001174535689352218e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(787,5.25313829998594883363e-02,8.05915085085662674657e-01,7.61449589098139512088e+01,NULL,NULL,1.00001174535689352218e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(793,0.0994736269999521,8.13832997162543536617e-01,80.42332667737,NULL,NULL,9.99993696819857280644e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(794,0.0994736269999521,8.13832997162543536617e-01,80.42332667737,NULL,NULL,9.99993696819857280644e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(801,0.0994736269999521,8.13832997162543536617e-01,80.42332667737,NULL,NULL,9.99993696819857280644e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(803,0.0994736269999521,8.13832997162543536617e-01,80.42332667737,NULL,NULL,9.99993696819857280644e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(804,0.0994736269999521,8.13832997162543536617e-01,80.42332667737,NULL,NULL,9.99993696819857280644e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "matrix" VALUES(3,'b309b2cfb3a544fdf1e8d0698877fc92','64fced3513494c57f792d34e1262d6e7','observations{rows=2000,unknowns=700,mean=3,shared=1,stretch=250,seed=1}','observations','train','observations{rows=2000,unknowns=700,mean=3,shared=1,stretch=250,seed=1}','least squares','general','real',2000,708,7931,'{"entries_in_file":7931,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
INSERT INTO "matrix" VALUES(4,'52973e930716608b3325e16a452d6998','fa17af290a98a61e5f5e9a0197b1fda9','cliques{n=6000,groups=1500,size=6,reach=1000,hubs=10,seed=1}','cliques','train','cliques{n=6000,groups=1500,size=6,reach=1000,hubs=10,seed=1}','clique expansion','symmetric','real',6000,6000,78652,'{"entries_in_file":78652,"dropped_out_of_range":0,"duplicates_summed":0,"explicit_zeros":0,"imaginary_dropped":false,"values_seeded":false}');
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
INSERT INTO "pass" VALUES(20,1,12,3.77230014801025390633e+01);
INSERT INTO "pass" VALUES(20,2,12,3.70550003051757812508e+01);
INSERT INTO "pass" VALUES(20,3,12,3.63017501831054687508e+01);
INSERT INTO "pass" VALUES(21,1,12,3.53430004119873046879e+01);
INSERT INTO "pass" VALUES(21,2,12,3.49512500762939453129e+01);
INSERT INTO "pass" VALUES(21,3,12,3.52537498474121093741e+01);
INSERT INTO "pass" VALUES(44,1,12,2.0036333084106445312e+01);
INSERT INTO "pass" VALUES(44,2,12,1.95985002517700195312e+01);
INSERT INTO "pass" VALUES(44,3,12,1.95395002365112304687e+01);
INSERT INTO "pass" VALUES(47,1,12,2.07386665344238281245e+01);
INSERT INTO "pass" VALUES(47,2,12,1.93726663589477539062e+01);
INSERT INTO "pass" VALUES(47,3,12,1.99618330001831054687e+01);
INSERT INTO "pass" VALUES(48,1,12,1.97195005416870117187e+01);
INSERT INTO "pass" VALUES(48,2,12,1.93963336944580078125e+01);
INSERT INTO "pass" VALUES(48,3,12,1.95300006866455078125e+01);
INSERT INTO "pass" VALUES(73,1,12,2.8170000314712524414e+00);
INSERT INTO "pass" VALUES(73,2,12,2.8694998025894165039e+00);
INSERT INTO "pass" VALUES(73,3,12,2.83039999008178710937e+00);
INSERT INTO "pass" VALUES(75,1,12,3.41132342815399169921e+00);
INSERT INTO "pass" VALUES(75,2,12,3.54750001430511474609e+00);
INSERT INTO "pass" VALUES(75,3,12,3.43012499809265136718e+00);
INSERT INTO "pass" VALUES(98,1,12,2.82614994049072265625e+01);
INSERT INTO "pass" VALUES(98,2,12,2.9448749542236328125e+01);
INSERT INTO "pass" VALUES(98,3,12,3.14454994201660156241e+01);
INSERT INTO "pass" VALUES(99,1,12,2.87732496261596679696e+01);
INSERT INTO "pass" VALUES(99,2,12,2.96857500076293945312e+01);
INSERT INTO "pass" VALUES(99,3,12,3.10665006637573242191e+01);
INSERT INTO "pass" VALUES(311,1,12,3.54489994049072265625e+01);
INSERT INTO "pass" VALUES(311,2,12,3.66259994506835937508e+01);
INSERT INTO "pass" VALUES(311,3,12,3.77204990386962890625e+01);
INSERT INTO "pass" VALUES(312,1,12,3.80614986419677734383e+01);
INSERT INTO "pass" VALUES(312,2,12,39.7859992980957);
INSERT INTO "pass" VALUES(312,3,12,4.22242507934570312491e+01);
INSERT INTO "pass" VALUES(316,1,12,1.45220001220703125001e+02);
INSERT INTO "pass" VALUES(316,2,12,1.54665504455566406253e+02);
INSERT INTO "pass" VALUES(316,3,12,1.4585300445556640625e+02);
INSERT INTO "pass" VALUES(319,1,12,2.06405000686645507808e+01);
INSERT INTO "pass" VALUES(319,2,12,2.10539999008178710946e+01);
INSERT INTO "pass" VALUES(319,3,12,2.12721672058105468758e+01);
INSERT INTO "pass" VALUES(320,1,12,2.10685005187988281258e+01);
INSERT INTO "pass" VALUES(320,2,12,2.06188335418701171883e+01);
INSERT INTO "pass" VALUES(320,3,12,2.14951667785644531241e+01);
INSERT INTO "pass" VALUES(323,1,12,2.2141666412353515625e+01);
INSERT INTO "pass" VALUES(323,2,12,2.16588335037231445308e+01);
INSERT INTO "pass" VALUES(323,3,12,21.7586669921875);
INSERT INTO "pass" VALUES(331,1,12,3.13115787506103515625e+00);
INSERT INTO "pass" VALUES(331,2,12,3.02110528945922851562e+00);
INSERT INTO "pass" VALUES(331,3,12,3.02378571033477783203e+00);
INSERT INTO "pass" VALUES(333,1,12,3.53224992752075195312e+00);
INSERT INTO "pass" VALUES(333,2,12,3.76806664466857910156e+00);
INSERT INTO "pass" VALUES(333,3,12,3.83074998855590820312e+00);
INSERT INTO "pass" VALUES(337,1,12,4.73374986648559570312e+00);
INSERT INTO "pass" VALUES(337,2,12,4.88195013999939);
INSERT INTO "pass" VALUES(337,3,12,4.99850010871887207031e+00);
INSERT INTO "pass" VALUES(342,1,12,3.06932497024536132812e+01);
INSERT INTO "pass" VALUES(342,2,12,3.09207506179809570316e+01);
INSERT INTO "pass" VALUES(342,3,12,3.11260004043579101566e+01);
INSERT INTO "pass" VALUES(343,1,12,3.34902496337890625004e+01);
INSERT INTO "pass" VALUES(343,2,12,3.19522495269775390629e+01);
INSERT INTO "pass" VALUES(343,3,12,3.09017496109008789058e+01);
INSERT INTO "pass" VALUES(351,1,12,1.00069000244140624998e+02);
INSERT INTO "pass" VALUES(351,2,12,1.05664001464843750001e+02);
INSERT INTO "pass" VALUES(351,3,12,1.01878498077392578126e+02);
INSERT INTO "pass" VALUES(352,1,12,9.1443500518798828125e+01);
INSERT INTO "pass" VALUES(352,2,12,8.99485015869140625e+01);
INSERT INTO "pass" VALUES(352,3,12,9.29095001220703124982e+01);
INSERT INTO "pass" VALUES(353,1,12,8.89185028076171875017e+01);
INSERT INTO "pass" VALUES(353,2,12,9.47789993286132812465e+01);
INSERT INTO "pass" VALUES(353,3,12,9.34160003662109375034e+01);
INSERT INTO "pass" VALUES(466,1,12,34.6922492980957);
INSERT INTO "pass" VALUES(466,2,12,3.5629499435424804687e+01);
INSERT INTO "pass" VALUES(466,3,12,3.53267498016357421879e+01);
INSERT INTO "pass" VALUES(467,1,12,39.09375);
INSERT INTO "pass" VALUES(467,2,12,3.81184997558593750008e+01);
INSERT INTO "pass" VALUES(467,3,12,3.46960010528564453133e+01);
INSERT INTO "pass" VALUES(489,1,12,1.93299999237060546875e+01);
INSERT INTO "pass" VALUES(489,2,12,1.92291669845581054687e+01);
INSERT INTO "pass" VALUES(489,3,12,2.00950002670288085937e+01);
INSERT INTO "pass" VALUES(490,1,12,1.93196668624877929687e+01);
INSERT INTO "pass" VALUES(490,2,12,1.91588335037231445312e+01);
INSERT INTO "pass" VALUES(490,3,12,2.01331663131713867187e+01);
INSERT INTO "pass" VALUES(493,1,12,1.97449998855590820312e+01);
INSERT INTO "pass" VALUES(493,2,12,1.93111667633056640625e+01);
INSERT INTO "pass" VALUES(493,3,12,2.062183380126953125e+01);
INSERT INTO "pass" VALUES(518,1,12,2.81220006942749023437e+00);
INSERT INTO "pass" VALUES(518,2,12,2.80680000782012939453e+00);
INSERT INTO "pass" VALUES(518,3,12,2.80349993705749511718e+00);
INSERT INTO "pass" VALUES(522,1,12,3.53799998760223388671e+00);
INSERT INTO "pass" VALUES(522,2,12,3.40229403972625732421e+00);
INSERT INTO "pass" VALUES(522,3,12,3.40296876430511474609e+00);
INSERT INTO "pass" VALUES(543,1,12,2.85297498703002929678e+01);
INSERT INTO "pass" VALUES(543,2,12,2.79597501754760742183e+01);
INSERT INTO "pass" VALUES(543,3,12,2.78007497787475585946e+01);
INSERT INTO "pass" VALUES(546,1,12,2.95437498092651367187e+01);
INSERT INTO "pass" VALUES(546,2,12,2.97897500991821289062e+01);
INSERT INTO "pass" VALUES(546,3,12,2.9738750457763671875e+01);
INSERT INTO "pass" VALUES(758,1,12,3.57430000305175781254e+01);
INSERT INTO "pass" VALUES(758,2,12,3.53417491912841796875e+01);
INSERT INTO "pass" VALUES(758,3,12,3.62767505645751953125e+01);
INSERT INTO "pass" VALUES(759,1,12,3.91392498016357421875e+01);
INSERT INTO "pass" VALUES(759,2,12,3.56909999847412109366e+01);
INSERT INTO "pass" VALUES(759,3,12,35.8067512512207);
INSERT INTO "pass" VALUES(765,1,12,1.49095504760742187493e+02);
INSERT INTO "pass" VALUES(765,2,12,1.42623001098632812494e+02);
INSERT INTO "pass" VALUES(765,3,12,1.44537994384765625002e+02);
INSERT INTO "pass" VALUES(769,1,12,19.1738338470459);
INSERT INTO "pass" VALUES(769,2,12,1.91195001602172851562e+01);
INSERT INTO "pass" VALUES(769,3,12,1.91603336334228515625e+01);
INSERT INTO "pass" VALUES(771,1,12,1.95761671066284179687e+01);
INSERT INTO "pass" VALUES(771,2,12,1.91584997177124023437e+01);
INSERT INTO "pass" VALUES(771,3,12,1.91548337936401367187e+01);
INSERT INTO "pass" VALUES(774,1,12,2.01254997253417968741e+01);
INSERT INTO "pass" VALUES(774,2,12,1.96396665573120117187e+01);
INSERT INTO "pass" VALUES(774,3,12,1.93599996566772460937e+01);
INSERT INTO "pass" VALUES(782,1,12,2.80867505073547363281e+00);
INSERT INTO "pass" VALUES(782,2,12,2.82210004329681396484e+00);
INSERT INTO "pass" VALUES(782,3,12,2.80707502365112304687e+00);
INSERT INTO "pass" VALUES(783,1,12,3.4096469879150390625e+00);
INSERT INTO "pass" VALUES(783,2,12,3.48273539543151855468e+00);
INSERT INTO "pass" VALUES(783,3,12,3.56318747997283935546e+00);
INSERT INTO "pass" VALUES(787,1,12,4.39992308616638183593e+00);
INSERT INTO "pass" VALUES(787,2,12,4.49296140670776367187e+00);
INSERT INTO "pass" VALUES(787,3,12,4.52874994277954101562e+00);
INSERT INTO "pass" VALUES(793,1,12,2.98719997406005859375e+01);
INSERT INTO "pass" VALUES(793,2,12,3.01262502670288085933e+01);
INSERT INTO "pass" VALUES(793,3,12,2.78369998931884765625e+01);
INSERT INTO "pass" VALUES(794,1,12,3.05632505416870117178e+01);
INSERT INTO "pass" VALUES(794,2,12,3.46582508087158203125e+01);
INSERT INTO "pass" VALUES(794,3,12,3.18414993286132812504e+01);
INSERT INTO "pass" VALUES(801,1,12,7.73100013732910156232e+01);
INSERT INTO "pass" VALUES(801,2,12,6.80789985656738281258e+01);
INSERT INTO "pass" VALUES(801,3,12,6.84985008239746093758e+01);
INSERT INTO "pass" VALUES(803,1,12,8.20465011596679687482e+01);
INSERT INTO "pass" VALUES(803,2,12,9.665599822998046875e+01);
INSERT INTO "pass" VALUES(803,3,12,8.13330001831054687482e+01);
INSERT INTO "pass" VALUES(804,1,12,9.63794975280761718767e+01);
INSERT INTO "pass" VALUES(804,2,12,9.84804992675781250017e+01);
INSERT INTO "pass" VALUES(804,3,12,9.34085006713867187482e+01);
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
INSERT INTO "place" VALUES(19,'',0,19);
INSERT INTO "place" VALUES(20,'',0,20);
INSERT INTO "place" VALUES(21,'',0,21);
INSERT INTO "place" VALUES(25,'',24,25);
INSERT INTO "place" VALUES(26,'',24,26);
INSERT INTO "place" VALUES(27,'',24,27);
INSERT INTO "place" VALUES(28,'',24,28);
INSERT INTO "place" VALUES(29,'',24,29);
INSERT INTO "place" VALUES(30,'',24,30);
INSERT INTO "place" VALUES(31,'',24,31);
INSERT INTO "place" VALUES(32,'',24,32);
INSERT INTO "place" VALUES(33,'',24,33);
INSERT INTO "place" VALUES(35,'',24,35);
INSERT INTO "place" VALUES(44,'',24,44);
INSERT INTO "place" VALUES(47,'',24,47);
INSERT INTO "place" VALUES(48,'',24,48);
INSERT INTO "place" VALUES(54,'',53,54);
INSERT INTO "place" VALUES(55,'',53,55);
INSERT INTO "place" VALUES(56,'',53,56);
INSERT INTO "place" VALUES(57,'',53,57);
INSERT INTO "place" VALUES(58,'',53,58);
INSERT INTO "place" VALUES(59,'',53,59);
INSERT INTO "place" VALUES(60,'',53,60);
INSERT INTO "place" VALUES(61,'',53,61);
INSERT INTO "place" VALUES(62,'',53,62);
INSERT INTO "place" VALUES(69,'',53,69);
INSERT INTO "place" VALUES(73,'',53,73);
INSERT INTO "place" VALUES(75,'',53,75);
INSERT INTO "place" VALUES(79,'',78,79);
INSERT INTO "place" VALUES(80,'',78,80);
INSERT INTO "place" VALUES(81,'',78,81);
INSERT INTO "place" VALUES(82,'',78,82);
INSERT INTO "place" VALUES(83,'',78,83);
INSERT INTO "place" VALUES(84,'',78,84);
INSERT INTO "place" VALUES(85,'',78,85);
INSERT INTO "place" VALUES(86,'',78,86);
INSERT INTO "place" VALUES(87,'',78,87);
INSERT INTO "place" VALUES(91,'',78,91);
INSERT INTO "place" VALUES(93,'',78,93);
INSERT INTO "place" VALUES(96,'',78,96);
INSERT INTO "place" VALUES(98,'',78,98);
INSERT INTO "place" VALUES(99,'',78,99);
INSERT INTO "place" VALUES(311,'',0,311);
INSERT INTO "place" VALUES(312,'',0,312);
INSERT INTO "place" VALUES(316,'',0,316);
INSERT INTO "place" VALUES(319,'',24,319);
INSERT INTO "place" VALUES(320,'',24,320);
INSERT INTO "place" VALUES(323,'',24,323);
INSERT INTO "place" VALUES(331,'',53,331);
INSERT INTO "place" VALUES(333,'',53,333);
INSERT INTO "place" VALUES(337,'',53,337);
INSERT INTO "place" VALUES(342,'',78,342);
INSERT INTO "place" VALUES(343,'',78,343);
INSERT INTO "place" VALUES(351,'',78,351);
INSERT INTO "place" VALUES(352,'',78,352);
INSERT INTO "place" VALUES(353,'',78,353);
INSERT INTO "place" VALUES(446,'',445,446);
INSERT INTO "place" VALUES(447,'',445,447);
INSERT INTO "place" VALUES(448,'',445,448);
INSERT INTO "place" VALUES(449,'',445,449);
INSERT INTO "place" VALUES(450,'',445,450);
INSERT INTO "place" VALUES(451,'',445,451);
INSERT INTO "place" VALUES(452,'',445,452);
INSERT INTO "place" VALUES(453,'',445,453);
INSERT INTO "place" VALUES(454,'',445,454);
INSERT INTO "place" VALUES(464,'',445,464);
INSERT INTO "place" VALUES(466,'',445,466);
INSERT INTO "place" VALUES(467,'',445,467);
INSERT INTO "place" VALUES(470,'',469,470);
INSERT INTO "place" VALUES(471,'',469,471);
INSERT INTO "place" VALUES(472,'',469,472);
INSERT INTO "place" VALUES(473,'',469,473);
INSERT INTO "place" VALUES(474,'',469,474);
INSERT INTO "place" VALUES(475,'',469,475);
INSERT INTO "place" VALUES(476,'',469,476);
INSERT INTO "place" VALUES(477,'',469,477);
INSERT INTO "place" VALUES(478,'',469,478);
INSERT INTO "place" VALUES(480,'',469,480);
INSERT INTO "place" VALUES(489,'',469,489);
INSERT INTO "place" VALUES(490,'',469,490);
INSERT INTO "place" VALUES(493,'',469,493);
INSERT INTO "place" VALUES(499,'',498,499);
INSERT INTO "place" VALUES(500,'',498,500);
INSERT INTO "place" VALUES(501,'',498,501);
INSERT INTO "place" VALUES(502,'',498,502);
INSERT INTO "place" VALUES(503,'',498,503);
INSERT INTO "place" VALUES(504,'',498,504);
INSERT INTO "place" VALUES(505,'',498,505);
INSERT INTO "place" VALUES(506,'',498,506);
INSERT INTO "place" VALUES(507,'',498,507);
INSERT INTO "place" VALUES(514,'',498,514);
INSERT INTO "place" VALUES(518,'',498,518);
INSERT INTO "place" VALUES(522,'',498,522);
INSERT INTO "place" VALUES(524,'',523,524);
INSERT INTO "place" VALUES(525,'',523,525);
INSERT INTO "place" VALUES(526,'',523,526);
INSERT INTO "place" VALUES(527,'',523,527);
INSERT INTO "place" VALUES(528,'',523,528);
INSERT INTO "place" VALUES(529,'',523,529);
INSERT INTO "place" VALUES(530,'',523,530);
INSERT INTO "place" VALUES(531,'',523,531);
INSERT INTO "place" VALUES(532,'',523,532);
INSERT INTO "place" VALUES(536,'',523,536);
INSERT INTO "place" VALUES(538,'',523,538);
INSERT INTO "place" VALUES(541,'',523,541);
INSERT INTO "place" VALUES(543,'',523,543);
INSERT INTO "place" VALUES(546,'',523,546);
INSERT INTO "place" VALUES(758,'',445,758);
INSERT INTO "place" VALUES(759,'',445,759);
INSERT INTO "place" VALUES(765,'',445,765);
INSERT INTO "place" VALUES(769,'',469,769);
INSERT INTO "place" VALUES(771,'',469,771);
INSERT INTO "place" VALUES(774,'',469,774);
INSERT INTO "place" VALUES(782,'',498,782);
INSERT INTO "place" VALUES(783,'',498,783);
INSERT INTO "place" VALUES(787,'',498,787);
INSERT INTO "place" VALUES(793,'',523,793);
INSERT INTO "place" VALUES(794,'',523,794);
INSERT INTO "place" VALUES(801,'',523,801);
INSERT INTO "place" VALUES(803,'',523,803);
INSERT INTO "place" VALUES(804,'',523,804);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'cca1dd0f9f5690f4315a1ac847591e6f','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.02}');
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
INSERT INTO "problem" VALUES(2,'c0e20c74be3589a1bef6e7b59f7c1020','spmv','f64',2,NULL,'x','',1,118098,NULL,729072.0);
INSERT INTO "problem" VALUES(3,'cb3b4c7124463185ba36adb4013d5c9f','spmv','f64',3,NULL,'x','',1,15862,NULL,124840.0);
INSERT INTO "problem" VALUES(4,'a3a9cb77b6f4d9078e95507784d7e04c','spmv','f64',4,NULL,'x','',1,157304,NULL,1063828.0);
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
INSERT INTO "repeated" VALUES(758,1,1,9,4,144,12,4.24504071619750886212e-02,3.43544998168945312508e+01,3.58986883163452148433e+01,3.75472497940063476562e+01,40.428062915802,1.82222742954889923789e+02,1.01277848032576810058e+03,4.73052358464588901254e-02,0.000501219998113811,2.52745000125287333503e-04,2.89659529177843751319e+03,2.83553487135679960218e-01);
INSERT INTO "repeated" VALUES(759,1,1,19,4,144,12,3.13207094767272639646e-02,3.43470001220703125e+01,3.49321250915527343745e+01,3.56693744659423828125e+01,3.74866256713867187491e+01,1.22546732981999710436e+02,7.22885257036401867496e+02,1.82098102781191074905e-02,0.000501219998113811,2.33191999996051890775e-04,2.90256894143527779299e+03,2.42353190134610929629e-01);
INSERT INTO "repeated" VALUES(765,1,1,8,2,72,6,2.96407397717968236483e-02,1.26644996643066406246e+02,1.37490751266479492185e+02,1.45729751586914062504e+02,1.54457250595092773432e+02,7.62246195369296628994e+02,3807.38547889559,1.4404218668848976087e-02,0.000501219998113811,5.17999524163315072655e-07,2.86809874275270340138e+03,0.233975855532492);
INSERT INTO "repeated" VALUES(769,1,2,8,4,144,12,1.68088093786129579021e-02,1.9010334014892578125e+01,1.93331665992736816406e+01,1.95551667213439941406e+01,2.02427084445953369144e+01,1.85989192247390747077e+02,1401.8041027122,4.17789444588709396599e-02,0.000501219998113811,3.58000306732719764113e-07,2.88148957374188421443e+03,1.04167155500635988385e-01);
INSERT INTO "repeated" VALUES(771,1,2,11,4,144,12,1.75895881380881101418e-02,1.90433330535888671875e+01,1.93095002174377441406e+01,1.9526416778564453125e+01,2.00774166584014892569e+01,9.98701403935750278186e+01,6.22207579349509387611e+02,4.05063308971821758874e-02,0.000501219998113811,4.06999788538087159395e-07,2881.64295027493,1.1003266850302680091e-01);
INSERT INTO "repeated" VALUES(774,1,2,9,4,144,12,2.64651356628410883153e-02,1.92793331146240234375e+01,1.93538334369659423828e+01,2.00216670036315917973e+01,2.07052500247955322269e+01,2.00904410852326293485e+02,1.11818269161063631146e+03,4.75134782308944472739e-02,0.000501219998113811,1.01124999673629645258e-04,2.88613390871579076702e+03,1.28541243499785184933e-01);
INSERT INTO "repeated" VALUES(782,1,3,16,4,144,12,1.13953517012374151012e-02,2.79999995231628417968e+00,2.8130938112735748291e+00,2.82198750972747802734e+00,2.85037496685981750488e+00,2.14117830263243789099e+01,1.42418181764190819645e+02,3.56183789284642560168e-02,0.000501219998113811,1.51360000018030405044e-05,2.80518879022515920957e+03,9.44555462515381805133e-02);
INSERT INTO "repeated" VALUES(783,1,3,9,4,144,12,2.86357679037850046399e-02,3.39776468276977539062e+00,3.41632348299026489257e+00,3.49054688215255737304e+00,3.54235145449638366699e+00,2.71614231550031242083e+01,1.81003372972375615283e+02,4.54778930418144877734e-02,0.000501219998113811,2.95800005005730781704e-05,2.76414481752301662703e+03,1.11558786255045547242e-01);
INSERT INTO "repeated" VALUES(787,1,3,8,2,72,6,0.0219889032277203,4.36084604263305664062e+00,4.56440228223800659179e+00,4.69259989261627197265e+00,4.78638702630996704101e+00,5.09868160883585588285e+01,2.88652609817614688829e+02,5.43036171962269706425e-02,0.000501219998113811,4.34999947174219414591e-07,2.84298735480515233579e+03,5.65271380880858487216e-02);
INSERT INTO "repeated" VALUES(793,1,4,4,4,144,12,3.54106828546208937669e-02,2.76270008087158203125e+01,2.87569382190704345711e+01,2.95821247100830078116e+01,3.35170631408691406245e+01,2.54537388470437804239e+02,1.89767352320706186221e+03,4.30977635273914749802e-02,0.000501219998113811,1.85544000032678013667e-04,2.87925090882115728152e+03,1.71520291916635869711e-01);
INSERT INTO "repeated" VALUES(794,1,4,9,4,144,12,4.2578032982222187297e-02,2.8612499237060546875e+01,2.97563128471374511718e+01,3.10692501068115234375e+01,3.44093117713928222647e+01,2.26464608497089813009e+02,1.27770148200433709463e+03,4.03675874817300064933e-02,0.000501219998113811,1.86804000350093701854e-04,2.88031289193815155155e+03,2.3346152791407348559e-01);
INSERT INTO "repeated" VALUES(801,1,4,10,2,72,6,5.19803609414860451343e-02,6.46880035400390625017e+01,7.66536245346069335928e+01,8.04047508239746093732e+01,8.73583765029907226545e+01,1.19720100180308031665e+03,5.64245423805525388172e+03,1.90561915140237930765e-01,0.000501219998113811,4.55000190413557e-07,2.83927852040152492929e+03,1.60289192917427186779e-01);
INSERT INTO "repeated" VALUES(803,1,4,16,2,72,6,7.27104904349876596247e-02,7.80879974365234375e+01,8.38018770217895507795e+01,8.83252487182617187534e+01,1.18573874473571777348e+02,3.80126547813415527343e+02,2.36258457190384024205e+03,7.1684482755062617354e-02,0.000501219998113811,4.24694999765051761642e-04,2.83798576680890801068e+03,1.45018145917257840205e-01);
INSERT INTO "repeated" VALUES(804,1,4,14,2,72,6,0.0271621004412035,8.705699920654296875e+01,9.58864994049072265607e+01,99.1084976196289,1.03344873428344726559e+02,3.30083643489413816498e+02,1.95192965382687430063e+03,4.06146031990756301022e-02,0.000501219998113811,4.74999978905543684959e-07,2.81730324899619063213e+03,1.71361356918206780841e-01);
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
INSERT INTO "run" VALUES(1,'01a22fa2-4129-79d4-8381-2da8e14b6874',1,'quick','{}','finished','7e3b9bd3a43af4afa6d9ec30568a0d2db0218b4c',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-12-01T03:24:52.395Z','2026-12-01T03:27:29.184Z');
INSERT INTO "run" VALUES(2,'01a22fa4-a627-76d4-b419-07a76ac898cc',1,'quick','{}','finished','7e3b9bd3a43af4afa6d9ec30568a0d2db0218b4c',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-12-01T03:27:29.322Z','2026-12-01T03:28:58.244Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(61,'total',10,X'BEE68C408DDE8C40C3F58C4099E09940C8BD8C40F80C8D4017D98C40CC138C40B40F8D4036178D40');
INSERT INTO "samples" VALUES(87,'total',3,X'0CC2BD421D5AB54256CEAF42');
INSERT INTO "samples" VALUES(91,'total',3,X'A2C5B742D7A3B2427553AF42');
INSERT INTO "samples" VALUES(93,'total',3,X'8FA20443AE47CB4279E9C042');
INSERT INTO "samples" VALUES(478,'total',10,X'3A6D9E41BC749A41466F9A41B0729A4101729A413A6D9A4177779A41C4679A4109659A415F739A41');
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
INSERT INTO "trial" VALUES(1,X'01A22FA24964714C827750751112B3A2',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A22FA24964766893B30E238E663FF7',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A22FA2496470FDB74CAC98053CBD70',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A22FA249647BDAA94DF9E9F2760806',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A22FA249647AC68E468ED7E83E9F25',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A22FA249647BD0941A051DCD47A8EE',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A22FA2496574DDB9ACC0AD0BCD058B',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:54.500Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A22FA2496574F282552DE59FA6F4D2',1,1,1,8,1,'ok',0,'budget',32,1,1.03434997558593749994e+02,1.04315502166748046879e+02,1.06351501464843750004e+02,1.14485248565673828128e+02,1.48979234075546264652e+03,7801.59949013605,1.04361999511718749999e+02,1.12782997131347656255e+02,5.01269998494535684585e-04,6.55000349070178344845e-07,1354440.0,16,2.88146365279523615759e+03,'2026-12-01T03:24:54.501Z',1.5163722099987353431e-01);
INSERT INTO "trial" VALUES(9,X'01A22FA249FD7B3A9F11AAE26373F186',1,1,1,9,1,'ok',0,'confidence',20,2,3.43955001831054687491e+01,3.44384984970092773433e+01,3.446125030517578125e+01,3.45246248245239257808e+01,3.49497749328613309676e+01,1.80410562895647963443e+00,3.44399986267089843741e+01,3.4507999420166015625e+01,5.01269998494535684585e-04,3.22512000366259599104e-04,1386384.0,1226440,2.98143914137463661977e+03,'2026-12-01T03:24:54.653Z',7.94428429999243235215e-02);
INSERT INTO "trial" VALUES(19,X'01A22FA24CAD7A9BA44BC52B97FE2173',1,1,1,19,1,'ok',0,'confidence',15,2,3.62029991149902343741e+01,3.62144985198974609383e+01,3.62459983825683593758e+01,3.6329250335693359375e+01,4.43826332092285156258e+01,2.89304719251557642669e+01,3.6210498809814453125e+01,3.63559989929199218745e+01,5.01269998494535684585e-04,0.000349884999650385,1386384.0,1226440,2.87573160732982159972e+03,'2026-12-01T03:24:55.340Z',0.0540126170003532);
INSERT INTO "trial" VALUES(20,X'01A22FA24CE373218201C8D56CB9CCD3',1,1,1,9,2,'ok',0,'repetitions',36,2,3.61035003662109375008e+01,3.63403759002685546866e+01,37.0002498626709,3.92306241989135742178e+01,4.81712497075398786688e+01,5.95066529674325650489e+01,3.645999908447265625e+01,3.84285011291503906258e+01,5.01269998494535684585e-04,2.63819999418046791106e-04,1386384.0,1226440,2.90425955408905247167e+03,'2026-12-01T03:24:55.395Z',3.55315437990611840413e-02);
INSERT INTO "trial" VALUES(21,X'01A22FA24FCF7413AADDBA126C613B3A',1,1,1,19,2,'ok',0,'repetitions',36,2,3.43470001220703125e+01,3.49297494888305664066e+01,3.51937503814697265629e+01,3.56262493133544921875e+01,3.55670417149861677334e+01,1.41373050435244862477e+00,3.49705009460449218745e+01,3.53875007629394531258e+01,5.01269998494535684585e-04,2.5480400017841020599e-04,1386384.0,1226440,2.90493401144824702e+03,'2026-12-01T03:24:55.395Z',1.61592138000742138737e-02);
INSERT INTO "trial" VALUES(25,X'01A22FA2500E7D629BD6548FF9A5B830',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(26,X'01A22FA2500E74CD9C6837857777E1A6',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(27,X'01A22FA2500E73E1BB607F7003A441EC',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(28,X'01A22FA2500E751B9152D6585F27B59C',1,1,2,17,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(29,X'01A22FA2500E755AB694E2EE167E44FE',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(30,X'01A22FA2500E75D0A7B97A932EAC18A2',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(31,X'01A22FA2500E7E81B53A61BC5A94CA1F',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:56.206Z',0.0);
INSERT INTO "trial" VALUES(32,X'01A22FA2500F731BA3207AF9605971BB',1,1,2,8,1,'ok',0,'stable',50,3,1.90279998779296875e+01,1.92780833244323730468e+01,2.04261665344238281245e+01,2.06938333511352539066e+01,2.05569866180419928984e+01,1.78155947703189210251e+00,2.03673324584960937491e+01,2.0613000869750976562e+01,5.01249975059181451797e-04,1.31100023281760513782e-06,729072.0,16,2.9807157510776773961e+03,'2026-12-01T03:24:56.207Z',8.83306549999360868241e-02);
INSERT INTO "trial" VALUES(33,X'01A22FA250677670A8CF848EA46013DE',1,1,2,9,1,'ok',0,'confidence',15,3,19.2760009765625,1.92779998779296875e+01,1.92800006866455078125e+01,1.92855005264282226562e+01,1.95732668558756515153e+01,1.00608535766567830371e+00,1.92779998779296875e+01,1.928566741943359375e+01,5.01249975059181451797e-04,1.1427500021454761736e-04,791232.0,774904,2979.99483677271,'2026-12-01T03:24:56.295Z',3.29120500000499305315e-02);
INSERT INTO "trial" VALUES(35,X'01A22FA250B3722E84E3E4803DB456F5',1,1,2,11,1,'ok',0,'budget',53,3,1.94330005645751953125e+01,1.9579334259033203125e+01,2.04763336181640625004e+01,2.0711000442504882812e+01,1.57319782976834289913e+02,995.762836546365,2.00786666870117187495e+01,2.06763324737548828116e+01,5.01249975059181451797e-04,1.34099991555558517575e-06,729072.0,32,2929.02851717257,'2026-12-01T03:24:56.371Z',3.39605439999104419257e-02);
INSERT INTO "trial" VALUES(44,X'01A22FA2518F704998086EA4C7CB411B',1,1,2,8,2,'ok',0,'repetitions',36,3,1.9060333251953125e+01,1.95207500457763671875e+01,1.9640666961669921875e+01,2.02657499313354492196e+01,2.0300212966071235598e+01,1.66413796992749563052e+00,1.95373325347900390625e+01,1.9945667266845703125e+01,5.01249975059181451797e-04,4.04000275011640042066e-07,729072.0,16,2.90413592584065918334e+03,'2026-12-01T03:24:56.591Z',6.74751220008147373913e-03);
INSERT INTO "trial" VALUES(47,X'01A22FA256E176FC84FA395F8B31BA5D',1,1,2,9,2,'ok',0,'repetitions',36,3,1.92943325042724609375e+01,1.94033331871032714843e+01,20.0310001373291,2.07089996337890625e+01,2.51602148267957886678e+02,1.24220313260933198766e+03,1.99589996337890625e+01,2.06276664733886718741e+01,5.01249975059181451797e-04,1.0552000003372086212e-04,791232.0,774904,2.91295098830121833083e+03,'2026-12-01T03:24:56.591Z',3.24647202024152675692e-02);
INSERT INTO "trial" VALUES(48,X'01A22FA256E171338F883EC4B9FD84BC',1,1,2,11,2,'ok',0,'repetitions',36,3,1.90713329315185546875e+01,1.9423999786376953125e+01,1.95530004501342773437e+01,19.7636661529541,2.05989189200931122059e+02,1.1177951095260009424e+03,1.9499332427978515625e+01,1.96533336639404296875e+01,5.01249975059181451797e-04,4.84999873151537e-07,729072.0,32,2.90446340674194652823e+03,'2026-12-01T03:24:56.591Z',2.63409392010089497826e-02);
INSERT INTO "trial" VALUES(54,X'01A22FA257297D929C5ABB5A0D3ED1E5',1,1,3,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(55,X'01A22FA2572971D89F403EAB7605F5ED',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(56,X'01A22FA25729792C92F824B30004E203',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(57,X'01A22FA257297056B8F1E4C2A3BFEF3C',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(58,X'01A22FA257297C5CA27EE079D3675289',1,1,3,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(59,X'01A22FA257297F9583C06314C8C8220E',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(60,X'01A22FA257297987B038172017B7935B',1,1,3,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:58.024Z',0.0);
INSERT INTO "trial" VALUES(61,X'01A22FA2572A79C28B346168EADE5B75',1,1,3,8,1,'ok',0,'confidence',10,12,4.3774166107177734375e+00,4.40166687965393066406e+00,4.40408349037170410156e+00,4.40808343887329101562e+00,4.44211673736572265625e+00,1.2911501808183667439e-01,4.398166656494140625e+00,4.40908336639404296875e+00,5.01249975059181451797e-04,5.29000317328609526157e-07,124840.0,16,2.97783152316234600229e+03,'2026-12-01T03:24:58.026Z',1.72777660000065225176e-02);
INSERT INTO "trial" VALUES(62,X'01A22FA2573B7063AB8565840EEAF2E0',1,1,3,9,1,'ok',0,'confidence',15,16,3.536624908447265625e+00,3.54171872138977050781e+00,3.546062469482421875e+00,3.55371868610382080078e+00,3.61116665204366027452e+00,2.3003791843911233772e-01,3.54168748855590820312e+00,3.553874969482421875e+00,5.01249975059181451797e-04,2.93950001832854468375e-05,126896.0,105288,2.9807155866384437105e+03,'2026-12-01T03:24:58.043Z',2.79605919999994512181e-02);
INSERT INTO "trial" VALUES(69,X'01A22FA257F07C4D8559861C4B84BDB3',1,1,3,16,1,'ok',0,'budget',54,20,2.80415010452270507812e+00,2.82253742218017578125e+00,2.85857498645782470703e+00,2.94757491350173950195e+00,3.26139443185594330994e+01,2.18171745620599551781e+02,2.8304500579833984375e+00,2.94630002975463867187e+00,5.01249975059181451797e-04,1.59050000547722447663e-05,119664.0,98048,2.9294143215241620055e+03,'2026-12-01T03:24:58.224Z',3.96986670002661412581e-02);
INSERT INTO "trial" VALUES(73,X'01A22FA2586C7142B920EB5820C599D3',1,1,3,16,2,'ok',0,'repetitions',36,20,2.80209994316101074218e+00,2.82196259498596191406e+00,2.8350750207901,2.87250000238418579101e+00,9.60026525126563257117e+00,2.41618411851129941689e+01,2.82710003852844238281e+00,2.86200022697448730468e+00,5.01249975059181451797e-04,1.6274000245175557211e-05,119664.0,98048,2.72252732653359089446e+03,'2026-12-01T03:24:58.348Z',2.32155318334055921214e-02);
INSERT INTO "trial" VALUES(75,X'01A22FA25AAF727DA8E5199BC53EF6F4',1,1,3,9,2,'ok',0,'repetitions',36,17,3.40852952003479,3.41761761903762817382e+00,3.43012499809265136718e+00,3.51499974727630615234e+00,1.34885645045174484835e+01,3.81967243416984700852e+01,3.42487502098083496093e+00,3.49800038337707519531e+00,5.01249975059181451797e-04,2.95800005005730781704e-05,126896.0,105288,2.5577523701063573753e+03,'2026-12-01T03:24:58.348Z',2.19956868339371142129e-02);
INSERT INTO "trial" VALUES(79,X'01A22FA25B4E795F996916968B08D313',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:59.086Z',0.0);
INSERT INTO "trial" VALUES(80,X'01A22FA25B4E730E92E1BD8B5102B627',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:59.086Z',0.0);
INSERT INTO "trial" VALUES(81,X'01A22FA25B4E7768B4C124E30F91A7F4',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:59.086Z',0.0);
INSERT INTO "trial" VALUES(82,X'01A22FA25B4E74F49DF9693BACB30CB5',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:59.086Z',0.0);
INSERT INTO "trial" VALUES(83,X'01A22FA25B4E7EBF9A07D6684BAA527B',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:59.086Z',0.0);
INSERT INTO "trial" VALUES(84,X'01A22FA25B4E7DE899B759BB68939F47',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:24:59.086Z',0.0);
INSERT INTO "trial" VALUES(85,X'01A22FA25B4F759FB0654ADF0D70B0F1',1,1,4,8,1,'ok',0,'budget',55,1,6.0858001708984375e+01,6.10825004577636718758e+01,6.15839996337890625008e+01,6.31909999847412109366e+01,9.37724148906360937833e+02,6.47764337777230230115e+03,6.11910018920898437491e+01,6.198699951171875e+01,5.01249975059181451797e-04,9.65000253927428275346e-07,1063828.0,16,2.92583010440201633176e+03,'2026-12-01T03:24:59.087Z',1.57266812000216305023e-01);
INSERT INTO "trial" VALUES(86,X'01A22FA25BEC7234B1F91890BD2B0AD1',1,1,4,9,1,'ok',0,'confidence',25,2,2.8729999542236328125e+01,2.87660007476806640625e+01,2.88654994964599609375e+01,2.895050048828125e+01,2.98615000152587874984e+01,3.04487207543772,2.87969989776611328125e+01,2.89335002899169921883e+01,5.01249975059181451797e-04,2.23153000206366414204e-04,1162512.0,1066568,2.98107710077088358946e+03,'2026-12-01T03:24:59.244Z',3.54378459996951278299e-02);
INSERT INTO "trial" VALUES(87,X'01A22FA25C10718A8117C9BAB8440CF0',1,1,4,10,1,'dominated',0,'dominated',3,1,8.79029998779296875034e+01,8.92895011901855468767e+01,90.6760025024414,9.2777500152587890625e+01,9.11526667277018276536e+01,3.5123415764205168088e+00,8.79029998779296875034e+01,9.4878997802734375e+01,5.01249975059181451797e-04,8.83000211615581065416e-07,1063828.0,16,2.73060976278378348064e+03,'2026-12-01T03:24:59.280Z',3.07132510001792979892e-02);
INSERT INTO "trial" VALUES(91,X'01A22FA25CE077B4BB0A5A4E9EBEAA45',1,1,4,14,1,'dominated',0,'dominated',3,1,8.766300201416015625e+01,8.84915008544921874965e+01,8.93199996948242187517e+01,9.06030006408691406232e+01,8.96230010986328125017e+01,2.12774263854969136744e+00,8.766300201416015625e+01,9.18860015869140625034e+01,5.01249975059181451797e-04,1.13599980977596715092e-06,1063828.0,16,2.97566331687276488084e+03,'2026-12-01T03:24:59.488Z',2.54059859998960746452e-02);
INSERT INTO "trial" VALUES(93,X'01A22FA25D1576FC826C09320CAAA98B',1,1,4,16,1,'dominated',0,'dominated',3,1,9.64560012817382812517e+01,9.90480003356933593784e+01,1.01639999389648437498e+02,1.17137496948242187495e+02,1.10243665059407547346e+02,1.95639256007877726517e+01,9.64560012817382812517e+01,1.32634994506835937502e+02,5.01249975059181451797e-04,4.62851000065711559727e-04,2662512.0,2566560,2.93250053705215896118e+03,'2026-12-01T03:24:59.541Z',4.74542769998151925392e-02);
INSERT INTO "trial" VALUES(96,X'01A22FA25D8F7E32ACA61828F3AAF722',1,1,4,4,1,'ok',0,'confidence',30,1,2.85069999694824218741e+01,2.85397496223449707039e+01,2.85850000381469726562e+01,2.87482495307922363281e+01,2.90110666910807282184e+01,1.29054827204110011962e+00,2.85450000762939453125e+01,2.86690006256103515616e+01,5.01249975059181451797e-04,1.90994000149657949805e-04,1085348.0,945968,2.87910288812072849388e+03,'2026-12-01T03:24:59.663Z',3.54046070001459156628e-02);
INSERT INTO "trial" VALUES(98,X'01A22FA25DD57E5DA4C3FF84416A17B1',1,1,4,4,2,'ok',0,'repetitions',36,2,2.765850067138671875e+01,2.89720005989074707031e+01,2.99332494735717773437e+01,3.41127510070800781254e+01,9.23435734113057492353e+02,3.75494258124123734881e+03,2.926399993896484375e+01,3.16354999542236328116e+01,5.01249975059181451797e-04,2.33487000059540150687e-04,1085348.0,945968,2.87152584525259908336e+03,'2026-12-01T03:24:59.733Z',9.37569184992147197643e-02);
INSERT INTO "trial" VALUES(99,X'01A22FA2677C71A5BD0FA61FC9B16577',1,1,4,9,2,'ok',0,'repetitions',36,2,2.8612499237060546875e+01,2.9560375213623046875e+01,3.06617507934570312491e+01,3.29878740310668945308e+01,3.14783611297607421883e+01,3.06181449743446698619e+00,2.958950042724609375e+01,3.12700004577636718754e+01,5.01249975059181451797e-04,1.86804000350093701854e-04,1162512.0,1066568,2.88104236164764233758e+03,'2026-12-01T03:24:59.733Z',2.90888964980998351861e-02);
INSERT INTO "trial" VALUES(311,X'01A22FA31DBB7813AE6298B841A4CAB1',1,1,1,19,3,'ok',0,'repetitions',36,2,34.7130012512207,3.62458744049072265633e+01,3.65769996643066406258e+01,3.85791254043579101562e+01,3.78686386744181291419e+01,3.25112478691803730157e+00,3.6354999542236328125e+01,3.78004989624023437491e+01,5.01249975059181451797e-04,2.64049000179511494934e-04,1386384.0,1226440,2.80409222947148236929e+03,'2026-12-01T03:25:45.074Z',9.35140616236935784399e-02);
INSERT INTO "trial" VALUES(312,X'01A22FA31DBC7ADABB2175926EEC635B',1,1,1,9,3,'ok',0,'repetitions',36,2,3.70385017395019531258e+01,3.83227500915527343741e+01,40.0672492980957,43.7371244430542,4.15102501975165480993e+01,4.13855972189146648076e+00,3.86899986267089843758e+01,4.25960006713867187508e+01,5.01249975059181451797e-04,2.6738600035969284363e-04,1386384.0,1226440,2.78954885070575210191e+03,'2026-12-01T03:25:45.074Z',7.37178076277018590189e-02);
INSERT INTO "trial" VALUES(316,X'01A22FA31DBC7E66AC69733CAF494599',1,1,1,8,2,'ok',0,'repetitions',36,1,1.26644996643066406246e+02,1.39109004974365234373e+02,1.47214004516601562502e+02,1.57412250518798828126e+02,9.34199282540215335778e+02,4.71127684105992375427e+03,1.40255004882812500006e+02,1.538339996337890625e+02,5.01249975059181451797e-04,5.17999524163315072655e-07,1354440.0,16,2.81364599642618304631e+03,'2026-12-01T03:25:45.074Z',1.4225158362415868396e-01);
INSERT INTO "trial" VALUES(319,X'01A22FA325A17BF3907562E697429DBB',1,1,2,8,3,'ok',0,'repetitions',36,3,2.02076663970947265633e+01,2.03170833587646484366e+01,2.10539999008178710946e+01,2.15392503738403320303e+01,6.83843028227488161988e+02,2.77285406547472939556e+03,2.09173336029052734383e+01,2.1280000686645507812e+01,5.01249975059181451797e-04,4.43999397248262539505e-07,729072.0,16,2.73953014077033594727e+03,'2026-12-01T03:25:48.899Z',7.90567206670781674748e-02);
INSERT INTO "trial" VALUES(320,X'01A22FA325A176D0A61508C0F56E7E80',1,1,2,11,3,'ok',0,'repetitions',36,3,2.0197332382202148437e+01,2.03461666107177734379e+01,2.10321664810180664062e+01,2.16443333625793457022e+01,1.52090011225806335916e+02,5.52251610232604093651e+02,2.09670009613037109383e+01,2.12840003967285156254e+01,5.01249975059181451797e-04,4.60000137536553665995e-07,729072.0,32,2.73065747803952535823e+03,'2026-12-01T03:25:48.899Z',2.17443636686690915105e-02);
INSERT INTO "trial" VALUES(323,X'01A22FA325A67642AEF2E57601769AB4',1,1,2,9,3,'ok',0,'repetitions',36,3,20.6646671295166,2.07146668434143066406e+01,2.18598327636718749991e+01,2.27068338394165039053e+01,2.99861135694715699165e+02,1.66687768394026625175e+03,2.07466659545898437491e+01,2.23456668853759765625e+01,5.01249975059181451797e-04,1.22342999929969664663e-04,791232.0,774904,2.73976625035400866178e+03,'2026-12-01T03:25:48.899Z',3.95443226646345138974e-02);
INSERT INTO "trial" VALUES(331,X'01A22FA32A747A93B265050B99C8761D',1,1,3,16,3,'ok',0,'repetitions',36,19,2.90552639961242675781e+00,3.01357895135879516601e+00,3.02371048927307128906e+00,3.27171802520751953125e+00,7.0253750178549026371e+01,2.81040869996951755641e+02,3.01473689079284667968e+00,3.13284206390380859375e+00,5.01249975059181451797e-04,1.59810001605364959686e-05,119664.0,98048,2.72238009631573504528e+03,'2026-12-01T03:25:50.919Z',0.0482517863334427);
INSERT INTO "trial" VALUES(333,X'01A22FA32A747860A74F6535B4DB89D9',1,1,3,9,3,'ok',0,'repetitions',36,16,3.52150011062622070312e+00,3.61077505350112915039e+00,3.76690006256103515625e+00,3.88424992561340332031e+00,3.77932523356543637049e+00,2.53046236411892722095e-01,3.63913321495056152343e+00,3.77850008010864257812e+00,5.01249975059181451797e-04,3.48459998349426314234e-05,126896.0,105288,2.73120465344948252085e+03,'2026-12-01T03:25:50.919Z',8.21868133569599555732e-03);
INSERT INTO "trial" VALUES(337,X'01A22FA32A7471A8ABEA597C41ED236A',1,1,3,8,2,'ok',0,'repetitions',36,12,4.676166534423828125e+00,4.73395824432373046875e+00,4.87269997596740722656e+00,4.99845850467681884765e+00,65.510400613149,3.63209008477204179136e+02,4.746250152587890625e+00,4.90474987030029296875e+00,5.01249975059181451797e-04,4.34999947174219414591e-07,124840.0,16,2.7307838349913522507e+03,'2026-12-01T03:25:50.919Z',3.42479443362056698574e-02);
INSERT INTO "trial" VALUES(342,X'01A22FA32AB476E38E76E6235BB8F1D6',1,1,4,4,3,'ok',0,'repetitions',36,2,2.9485500335693359375e+01,2.95981254577636718758e+01,3.08354997634887695312e+01,3.25141248703002929678e+01,3.26179028617011184114e+01,6.37025768623279287083e+00,2.96075000762939453133e+01,3.15594997406005859383e+01,5.01249975059181451797e-04,1.96488999335997505113e-04,1085348.0,945968,2.76300069206782654873e+03,'2026-12-01T03:25:52.180Z',1.59151713349198545288e-02);
INSERT INTO "trial" VALUES(343,X'01A22FA3358975E29FC017732CB69C8B',1,1,4,9,3,'ok',0,'repetitions',36,2,30.625,3.08608751296997070308e+01,3.27082500457763671866e+01,3.58052511215209960941e+01,1.92720199902852385772e+02,9.51073252772054161113e+02,3.0930500030517578125e+01,3.54444999694824218754e+01,5.01249975059181451797e-04,2.20693999835930299013e-04,1162512.0,1066568,2.77194354569470669956e+03,'2026-12-01T03:25:52.180Z',3.81573733332440240273e-02);
INSERT INTO "trial" VALUES(351,X'01A22FA3358A7DDA9A85FCA7C80AEFC7',1,1,4,14,2,'ok',0,'repetitions',36,1,9.45839996337890624982e+01,9.83592491149902343767e+01,1.01953998565673828121e+02,1.0794624900817871094e+02,5.63629287719726562505e+02,2759.83455672275,9.895999908447265625e+01,1.04624000549316406246e+02,5.01249975059181451797e-04,5.07000095240073278546e-07,1063828.0,16,2.72214959663080662715e+03,'2026-12-01T03:25:52.180Z',1.1341323833293395773e-01);
INSERT INTO "trial" VALUES(352,X'01A22FA3358A718ABE2A81FBC75BC4E0',1,1,4,10,2,'ok',0,'repetitions',36,1,7.603099822998046875e+01,8.62940006256103515642e+01,9.11739997863769531267e+01,96.8327522277832,1.87483539221021874255e+03,7.51502523485505844304e+03,8.74840011596679687465e+01,9.501399993896484375e+01,5.01249975059181451797e-04,5.03999672218924388289e-07,1063828.0,16,2.76451501932236214987e+03,'2026-12-01T03:25:52.180Z',1.08536662333600958385e-01);
INSERT INTO "trial" VALUES(353,X'01A22FA3358A7AA985A90B1E721BCA09',1,1,4,16,2,'ok',0,'repetitions',36,1,81.625,8.63182525634765625017e+01,9.279850006103515625e+01,1.22799251556396484376e+02,1.04262944539388016098e+02,2.4437493145125365856e+01,8.78929977416992187517e+01,1.13555000305175781251e+02,5.01249975059181451797e-04,4.49300999662227695807e-04,2662512.0,2566560,2.76351946605287912463e+03,'2026-12-01T03:25:52.180Z',7.50120613354662568728e-02);
INSERT INTO "trial" VALUES(446,X'01A22FA4A7BC7376A0774BB810C37756',2,1,1,1,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(447,X'01A22FA4A7BC7D729866A39EE3047B70',2,1,1,2,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(448,X'01A22FA4A7BD7D39A8D8B33F65094F5F',2,1,1,3,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(449,X'01A22FA4A7BD765FB838B4125CE50772',2,1,1,4,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(450,X'01A22FA4A7BD7525ADCE1C1F0DDB7FD3',2,1,1,5,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(451,X'01A22FA4A7BD7BC88F1B11A814271BE0',2,1,1,6,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(452,X'01A22FA4A7BD7E0E8EDE61C805D52136',2,1,1,7,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:29.724Z',0.0);
INSERT INTO "trial" VALUES(453,X'01A22FA4A7BD7D0F9EAF0645A4CAD2EC',2,1,1,8,3,'ok',0,'budget',48,1,1.01223999023437499994e+02,1.07541002273559570311e+02,1.1516550064086914062e+02,1.44532253265380859373e+02,4.1580714813868206647e+02,1.30307047712303733532e+03,1.09805999755859375001e+02,1.28751007080078124996e+02,0.000501219998113811,1.19400010589743033051e-06,1354440.0,16,2.97782627691821880945e+03,'2026-12-01T03:27:29.725Z',4.32049900000492925755e-02);
INSERT INTO "trial" VALUES(454,X'01A22FA4A7E87B01B08E03A3D5BCE6C0',2,1,1,9,4,'ok',0,'budget',34,2,3.46025009155273437504e+01,3.46715011596679687508e+01,34.7239990234375,3.86537485122680664062e+01,405.677573260139,1525.82548289859,3.467800140380859375e+01,3.48930015563964843758e+01,0.000501219998113811,3.88537000162614276632e-04,1386384.0,1226440,2.97819130026906850605e+03,'2026-12-01T03:27:29.768Z',3.8598147999891807558e-02);
INSERT INTO "trial" VALUES(464,X'01A22FA4A9CB7202878EA702BC03DCE8',2,1,1,19,4,'ok',0,'confidence',25,2,3.42975006103515624991e+01,3.43590011596679687508e+01,3.43790016174316406241e+01,3.44155006408691406245e+01,3.52415600585937482946e+01,2.05298532368742581155e+00,3.43644981384277343745e+01,3.4414501190185546875e+01,0.000501219998113811,2.46524999965913593769e-04,1386384.0,1226440,2.97927233281169264959e+03,'2026-12-01T03:27:30.251Z',3.15011760003471863456e-02);
INSERT INTO "trial" VALUES(466,X'01A22FA4AFAC7EF1A3C813406F424213',2,1,1,19,5,'ok',0,'repetitions',36,2,3.44809989929199218745e+01,3.45845003128051757816e+01,3.52979984283447265633e+01,3.62457513809204101562e+01,1.89577650705973297816e+02,9.07539651004445317977e+02,3.45974998474121093745e+01,3.59480018615722656254e+01,0.000501219998113811,2.33191999996051890775e-04,1386384.0,1226440,2.97987397432562283947e+03,'2026-12-01T03:27:30.283Z',7.54432448019542734041e-02);
INSERT INTO "trial" VALUES(467,X'01A22FA4AFAC78DF85C620709F165CCD',2,1,1,9,5,'ok',0,'repetitions',36,2,3.43544998168945312508e+01,3.5457000732421875e+01,38.0942497253418,4.16255016326904296857e+01,6.01588402536180296906e+02,1.98644958672107486558e+03,3.56030006408691406254e+01,4.10345001220703124982e+01,0.000501219998113811,2.52745000125287333503e-04,1386384.0,1226440,2.97849021602607535903e+03,'2026-12-01T03:27:30.283Z',1.46130072799587673593e-01);
INSERT INTO "trial" VALUES(470,X'01A22FA4AFED7F33B98034B1834E43C4',2,1,2,1,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(471,X'01A22FA4AFEE7CCD9D9B0D1C9DEA0C0B',2,1,2,2,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(472,X'01A22FA4AFEE773D94D657E253761F2D',2,1,2,3,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(473,X'01A22FA4AFEE7B04B39DAADD86B8B746',2,1,2,17,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(474,X'01A22FA4AFEE7DBCA78FFC493BA67E4F',2,1,2,5,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(475,X'01A22FA4AFEE7CB1AFD2885D4FB93E73',2,1,2,6,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(476,X'01A22FA4AFEE7759A0AFF56ED180239F',2,1,2,7,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:31.821Z',0.0);
INSERT INTO "trial" VALUES(477,X'01A22FA4AFEE7CCEAB545AB344DA2D93',2,1,2,8,4,'ok',0,'budget',57,3,19.107666015625,2.03050003051757812491e+01,2.04330005645751953133e+01,2.07426662445068359379e+01,1.97906380067791843654e+02,1.34055226977580196033e+03,2.03846664428710937504e+01,2.0667667388916015625e+01,0.000501219998113811,5.38000222150003537535e-07,729072.0,16,2.98252438594675140844e+03,'2026-12-01T03:27:31.822Z',3.9843693999955576146e-02);
INSERT INTO "trial" VALUES(478,X'01A22FA4B01670A5997B2A0BCD327D18',2,1,2,9,4,'ok',0,'confidence',10,3,1.92993335723876953125e+01,19.3035831451416,1.93058328628540039062e+01,1.93068327903747558593e+01,1.93544330596923828125e+01,1.57752343886996215793e-01,1.930066680908203125e+01,1.93083324432373046875e+01,0.000501219998113811,1.56372000219562323763e-04,791232.0,774904,2.97566331687276488084e+03,'2026-12-01T03:27:31.862Z',1.35512990000279387459e-02);
INSERT INTO "trial" VALUES(480,X'01A22FA4B04B70C4B7CB14430E793ED0',2,1,2,11,4,'ok',0,'budget',55,3,1.904633331298828125e+01,1.91709995269775390625e+01,2.0372999191284179687e+01,2.06953325271606445321e+01,2.63307131091031180851e+02,1.80322793757668091525e+03,2.02916660308837890633e+01,2.04549999237060546879e+01,0.000501219998113811,6.62000275042373687028e-07,729072.0,32,2.98071593740652315308e+03,'2026-12-01T03:27:31.915Z',4.81907769999452284537e-02);
INSERT INTO "trial" VALUES(489,X'01A22FA4B12372D38CC498FC2AD823EA',2,1,2,11,5,'ok',0,'repetitions',36,3,1.9098667144775390625e+01,1.91950006484985351562e+01,1.94998331069946289062e+01,2.03911671638488769522e+01,2.08778797255622023949e+01,3.74754629095723768017e+00,1.92216663360595703125e+01,2.02299995422363281254e+01,0.000501219998113811,5.58000465389341115951e-07,729072.0,32,2.92155673911627809498e+03,'2026-12-01T03:27:32.131Z',4.32032707985854358412e-02);
INSERT INTO "trial" VALUES(490,X'01A22FA4B5E27FA7AF1A88C486381624',2,1,2,8,5,'ok',0,'repetitions',36,3,1.9010334014892578125e+01,1.91455831527709960937e+01,1.94696664810180664062e+01,2.02196669578552246093e+01,2.03228980700174979281e+01,2.83310759331346861955e+00,1.91786670684814453125e+01,2.0140666961669921875e+01,0.000501219998113811,3.58000306732719764113e-07,729072.0,16,2.91301380457412187746e+03,'2026-12-01T03:27:32.131Z',1.02388338004857359919e-02);
INSERT INTO "trial" VALUES(493,X'01A22FA4B5E27F43A73FC147241BEEB1',2,1,2,9,5,'ok',0,'repetitions',36,3,1.92793331146240234375e+01,1.93043336868286132812e+01,2.00123338699340820308e+01,2.07015004158020019539e+01,2.68009908464219819283e+01,3.4014859411205229378e+01,1.931133270263671875e+01,2.05436668395996093741e+01,0.000501219998113811,0.000110200000108307,791232.0,774904,2929.08810911731,'2026-12-01T03:27:32.131Z',1.80067248006707814056e-02);
INSERT INTO "trial" VALUES(499,X'01A22FA4B62A743188DE6E50EB98C38D',2,1,3,1,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(500,X'01A22FA4B62B7563B25D028301E9C4FF',2,1,3,2,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(501,X'01A22FA4B62B756784ECA6F111CFE995',2,1,3,3,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(502,X'01A22FA4B62B727D8CFCD2F40589520A',2,1,3,4,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(503,X'01A22FA4B62B7EC9B0A20C529EC1624C',2,1,3,5,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(504,X'01A22FA4B62B75C0A1E9638A905781BB',2,1,3,6,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(505,X'01A22FA4B62B7771B9772A30A90DF3BC',2,1,3,7,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:33.418Z',0.0);
INSERT INTO "trial" VALUES(506,X'01A22FA4B63B7DE385F093F27C2FCDA2',2,1,3,8,3,'ok',0,'confidence',40,13,4.37807703018188476562e+00,4.5300960540771484375e+00,4.56811547279357910156e+00,4.59188473224639892578e+00,3.74640708208084092243e+01,1.54025946246188709669e+02,4.56076908111572265625e+00,4.58038473129272460937e+00,0.000501219998113811,1.17400031740544363856e-06,124840.0,16,2930.45058413146,'2026-12-01T03:27:33.435Z',3.12362610002310248091e-02);
INSERT INTO "trial" VALUES(507,X'01A22FA4B65B7F57884E18D36E38629B',2,1,3,9,4,'ok',0,'confidence',15,16,3.50550007820129394531e+00,3.51315617561340332031e+00,3.51431250572204589843e+00,3.5180937051773071289e+00,3.56055417060852041899e+00,1.54592616518819114812e-01,3.51312494277954101562e+00,3.51868748664855957031e+00,0.000501219998113811,3.26160002259712200611e-05,126896.0,105288,2.87944073300228546938e+03,'2026-12-01T03:27:33.467Z',2.0235829000284866197e-02);
INSERT INTO "trial" VALUES(514,X'01A22FA4B6E47E86BE3F1A5E746983B7',2,1,3,16,4,'ok',0,'confidence',25,20,2.80045008659362792968e+00,2.80084991455078125e+00,2.801300048828125e+00,2.81264996528625488281e+00,2.84563399314880349777e+00,1.39901656895726866913e-01,2.80089998245239257812e+00,2.80749988555908203125e+00,0.000501219998113811,1.78319996848586e-05,119664.0,98048,2.88045029252070435184e+03,'2026-12-01T03:27:33.604Z',1.32524300001932715531e-02);
INSERT INTO "trial" VALUES(518,X'01A22FA4B72B739097E7E2B7876E770E',2,1,3,16,5,'ok',0,'repetitions',36,10,2.79999995231628417968e+00,2.80586254596710205078e+00,2.80820000171661376953e+00,2.8143500685691833496e+00,2.91458474265204525721e+00,3.01163421942387765639e-01,2.80590009689331054687e+00,2.81200003623962402343e+00,0.000501219998113811,1.56199998855299782007e-05,119664.0,98048,2.88000216172826367265e+03,'2026-12-01T03:27:33.675Z',1.55839553357661024513e-02);
INSERT INTO "trial" VALUES(522,X'01A22FA4B9B77B9798262679039B3C0B',2,1,3,9,5,'ok',0,'repetitions',36,10,3.39805889129638671875e+00,3.40160101652145385742e+00,3.41259002685546875e+00,3.53720003366470336914e+00,87.7454515894254,3.56789155207538897238e+02,3.40268754959106445312e+00,3.5310001373291015625e+00,0.000501219998113811,2.96919997708755545318e-05,126896.0,105288,2.88022630918271306662e+03,'2026-12-01T03:27:33.675Z',7.3663800333558043798e-02);
INSERT INTO "trial" VALUES(524,X'01A22FA4BA047ECBAE16909266DC7AFE',2,1,4,1,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:34.404Z',0.0);
INSERT INTO "trial" VALUES(525,X'01A22FA4BA057913A2675D24449B33A0',2,1,4,2,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:34.404Z',0.0);
INSERT INTO "trial" VALUES(526,X'01A22FA4BA057711B480B3076956D91E',2,1,4,3,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:34.404Z',0.0);
INSERT INTO "trial" VALUES(527,X'01A22FA4BA057E4DA083C946243B3C9A',2,1,4,5,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:34.404Z',0.0);
INSERT INTO "trial" VALUES(528,X'01A22FA4BA057079BA6B52AA5BC2FED1',2,1,4,6,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:34.404Z',0.0);
INSERT INTO "trial" VALUES(529,X'01A22FA4BA057C8A9D92EE6753998B7F',2,1,4,7,2,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-01T03:27:34.404Z',0.0);
INSERT INTO "trial" VALUES(530,X'01A22FA4BA067DD49CB9701184590786',2,1,4,8,2,'ok',0,'budget',53,1,6.09169998168945312508e+01,61.375,6.17529983520507812482e+01,6.26920013427734375017e+01,5.93531765775860435489e+02,3.85883184088933376184e+03,6.16139984130859375e+01,6.19700012207031249991e+01,0.000501219998113811,6.72000169288367e-07,1063828.0,16,2.87876615958966704054e+03,'2026-12-01T03:27:34.406Z',6.04248589997951057739e-02);
INSERT INTO "trial" VALUES(531,X'01A22FA4BA4C7760877B70692FB5C692',2,1,4,9,4,'ok',0,'confidence',20,2,3.05195007324218749991e+01,3.06443758010864257816e+01,3.07200002670288085937e+01,3.08046255111694335928e+01,3.11089500427246079539e+01,1.44830009008248872248e+00,3.06445007324218749995e+01,3.07935009002685546866e+01,0.000501219998113811,2.74820999493385897949e-04,1162512.0,1066568,2.88112565481942783669e+03,'2026-12-01T03:27:34.476Z',2.95658410000214644242e-02);
INSERT INTO "trial" VALUES(532,X'01A22FA4BA6A7234AA89AD2808B185C1',2,1,4,10,3,'ok',0,'budget',55,1,6.05089988708496093758e+01,6.08860015869140625e+01,6.12159996032714843767e+01,6.8090000152587890625e+01,4.31744015572287821681e+02,2.7111023164139282926e+03,61.0989990234375,6.2133998870849609375e+01,0.000501219998113811,6.17999830865301191806e-07,1063828.0,16,2.87910288812072849388e+03,'2026-12-01T03:27:34.506Z',4.55556059996524709276e-02);
INSERT INTO "trial" VALUES(536,X'01A22FA4BB2474B186B63C2F99D2DE99',2,1,4,14,3,'ok',0,'budget',58,1,8.31309967041015625017e+01,8.45227508544921875017e+01,8.63699989318847656267e+01,8.86469993591308593784e+01,6.70387925246666213771e+02,3.18461553327920410087e+03,8.54840011596679687482e+01,8.72519989013671874982e+01,0.000501219998113811,6.50999481877079233527e-07,1063828.0,16,2.97963313613585887651e+03,'2026-12-01T03:27:34.692Z',5.22222249996957543771e-02);
INSERT INTO "trial" VALUES(538,X'01A22FA4BB7975359921AC81BF51B9CE',2,1,4,16,3,'ok',0,'budget',14,1,7.43710021972656250017e+01,7.5153751373291015625e+01,8.01674995422363281284e+01,9.4642251968383789059e+01,1.40844393757411421577e+03,4.78847148713271781152e+03,7.4944000244140625e+01,1.12698997497558593748e+02,0.000501219998113811,4.37061999946308787912e-04,2662512.0,2566560,2.97891186869051307435e+03,'2026-12-01T03:27:34.777Z',4.46481919998404919169e-02);
INSERT INTO "trial" VALUES(541,X'01A22FA4BBF47B78B7DE949D47C64BC8',2,1,4,4,4,'ok',0,'confidence',15,2,27.7189998626709,2.78015003204345703116e+01,2.7809999465942382812e+01,2.78662500381469726553e+01,2.87940667470296212115e+01,3.31437702564683078776e+00,2.77989997863769531258e+01,27.875,0.000501219998113811,2.08129999919037800282e-04,1085348.0,945968,2.98143879035117697635e+03,'2026-12-01T03:27:34.900Z',1.42517579997729626484e-02);
INSERT INTO "trial" VALUES(543,X'01A22FA4BC2F7E2B9CEA75D8DE53D4DC',2,1,4,4,5,'ok',0,'repetitions',36,2,2.76270008087158203125e+01,2.77252502441406250004e+01,2.78454999923706054683e+01,3.08805003166198730477e+01,3.01107085016038666935e+01,4.1148624324843527944e+00,2.77765007019042968754e+01,2.96989994049072265625e+01,0.000501219998113811,1.85544000032678013667e-04,1085348.0,945968,2.97722754244469251724e+03,'2026-12-01T03:27:34.959Z',1.09845864985800290014e-02);
INSERT INTO "trial" VALUES(546,X'01A22FA4C18A781E98FF435BB7CF5CE8',2,1,4,9,5,'ok',0,'repetitions',36,2,2.86895008087158203125e+01,2.90360002517700195312e+01,2.9738750457763671875e+01,3.31581239700317382808e+01,8.92527900801764531059e+01,3.43142630902713960958e+02,29.5310001373291,31.2549991607666,0.000501219998113811,2.05725999876449350267e-04,1162512.0,1066568,2.98017570152651023809e+03,'2026-12-01T03:27:34.959Z',6.6886569497910386417e-02);
INSERT INTO "trial" VALUES(758,X'01A22FA5246078C8AAA146CF3A3AD99B',2,1,1,9,6,'ok',0,'repetitions',36,2,3.45555000305175781245e+01,3.53139991760253906254e+01,3.58447513580322265616e+01,3.95492515563964843741e+01,3.76210693783230283311e+01,3.3760060332276529138e+00,3.5391998291015625e+01,3.87729988098144531241e+01,0.000501219998113811,2.56325000009383074939e-04,1386384.0,1226440,2.91408254629286921034e+03,'2026-12-01T03:28:01.632Z',2.8174062909329222748e-02);
INSERT INTO "trial" VALUES(759,X'01A22FA52EDA7627BD3FF00EFBD40A96',2,1,1,19,6,'ok',0,'repetitions',36,2,3.45644989013671875008e+01,3.52797498703002929696e+01,3.60407505035400390616e+01,3.87274999618530273437e+01,2.27173600832621247046e+02,1.13153204926892613001e+03,3.5310001373291015625e+01,3.72989997863769531241e+01,0.000501219998113811,2.58971000221208669245e-04,1386384.0,1226440,2.92137555049575939856e+03,'2026-12-01T03:28:01.632Z',5.72366699088888708502e-02);
INSERT INTO "trial" VALUES(765,X'01A22FA52EDB7FC7B7D867B9C4597663',2,1,1,8,4,'ok',0,'repetitions',36,1,1.26889999389648437503e+02,1.35872497558593749997e+02,1.44245498657226562493e+02,1.5150225067138671875e+02,5.90293108198377808543e+02,2.67387177461545434199e+03,1.397339935302734375e+02,1.48214004516601562501e+02,0.000501219998113811,5.6499993661418557167e-07,1354440.0,16,2.92255148907922330196e+03,'2026-12-01T03:28:01.632Z',9.17242719083333213347e-02);
INSERT INTO "trial" VALUES(769,X'01A22FA52F04702CBE81D908C260056F',2,1,2,8,6,'ok',0,'repetitions',36,3,1.90650005340576171875e+01,1.91195840835571289062e+01,1.91485004425048828125e+01,1.9243999481201171875e+01,1.94906297259860572523e+01,1.075859075631507622e+00,1.91226673126220703125e+01,1.9182666778564453125e+01,0.000501219998113811,5.14000021212268620729e-07,729072.0,16,2969.27842378242,'2026-12-01T03:28:04.356Z',8.12408883299061378158e-03);
INSERT INTO "trial" VALUES(771,X'01A22FA533037CA5BFD31B16B0A3EF5C',2,1,2,11,6,'ok',0,'repetitions',36,3,1.90433330535888671875e+01,1.91295828819274902343e+01,19.2185001373291,2.03147492408752441397e+01,2.05234814220004615483e+01,3.04263551922466568555e+00,1.9140666961669921875e+01,1.98676662445068359375e+01,0.000501219998113811,4.06999788538087159395e-07,729072.0,32,2969.89417720197,'2026-12-01T03:28:04.356Z',1.87440948347633237758e-02);
INSERT INTO "trial" VALUES(774,X'01A22FA5330377C398DB5F7EBA3218F9',2,1,2,9,6,'ok',0,'repetitions',36,3,1.93010005950927734375e+01,1.93207497596740722656e+01,1.96778326034545898437e+01,2.07121663093566894526e+01,2.25353368600209563515e+02,8.60979580840078142535e+02,1.932433319091796875e+01,2.05653343200683593741e+01,0.000501219998113811,1.01124999673629645258e-04,791232.0,774904,2.96273028709062646156e+03,'2026-12-01T03:28:04.356Z',3.85254758320646290004e-02);
INSERT INTO "trial" VALUES(782,X'01A22FA5367477BAA0C4C18E8D41E111',2,1,3,16,6,'ok',0,'repetitions',36,20,2.80045008659362792968e+00,2.80422502756118774414e+00,2.80889999866485595703e+00,2.82824993133544921875e+00,2.87853193283081054687e+00,1.56865446909915051687e-01,2.80469989776611328125e+00,2.82535004615783691406e+00,0.000501219998113811,1.51360000018030405044e-05,119664.0,98048,2.89584557632304631629e+03,'2026-12-01T03:28:05.398Z',7.40427274892378316922e-03);
INSERT INTO "trial" VALUES(783,X'01A22FA5367473649FE09909B0981BC3',2,1,3,9,6,'ok',0,'repetitions',36,17,3.39776468276977539062e+00,3.41502934694290161132e+00,3.5509687662124633789e+00,3.56970316171646118164e+00,3.63235129250420474278e+00,3.9905109435085656111e-01,3.416294097900390625e+00,3.56462502479553222656e+00,0.000501219998113811,3.58150000465684570372e-05,126896.0,105288,2.88739593735351445496e+03,'2026-12-01T03:28:05.398Z',7.68061775185439454122e-03);
INSERT INTO "trial" VALUES(787,X'01A22FA5367576F5B985C5C0D7FEF4AD',2,1,3,8,4,'ok',0,'repetitions',36,13,4.36084604263305664062e+00,4.39484632015228271484e+00,4.51249980926513671875e+00,4.57431554794311523437e+00,3.64632315635681152348e+01,1.91485072232040067774e+02,4.44507694244384765625e+00,4.550846099853515625e+00,0.000501219998113811,4.38999904872616752982e-07,124840.0,16,2.95519087461895242092e+03,'2026-12-01T03:28:05.398Z',2.22791937518801823336e-02);
INSERT INTO "trial" VALUES(793,X'01A22FA5369C7FD29747D39C47C49F93',2,1,4,4,6,'ok',0,'repetitions',36,2,2.77700004577636718741e+01,28.5418758392334,2.92309999465942382812e+01,32.9213752746582,3.19852084053887253389e+01,8.01556631838444211268e+00,2.8584499359130859375e+01,3.1912000656127929687e+01,0.000501219998113811,2.00324999696022132411e-04,1085348.0,945968,2.90524955551951143215e+03,'2026-12-01T03:28:06.300Z',5.08636155839212733553e-02);
INSERT INTO "trial" VALUES(794,X'01A22FA53FBB7A15BC4BAD997884A635',2,1,4,9,6,'ok',0,'repetitions',36,2,2.95585002899169921883e+01,2.99522504806518554678e+01,3.14767494201660156258e+01,3.58307495117187500008e+01,5.92407082875569699362e+02,2.33459546344658747324e+03,3.044300079345703125e+01,3.52350006103515624991e+01,0.000501219998113811,2.12919999739824561402e-04,1162512.0,1066568,2.88808995888374784033e+03,'2026-12-01T03:28:06.300Z',9.93286885848192468984e-02);
INSERT INTO "trial" VALUES(801,X'01A22FA53FBC781A8B5794CF183DAD7D',2,1,4,10,4,'ok',0,'repetitions',36,1,6.46880035400390625017e+01,6.70132484436035156258e+01,6.96355018615722656241e+01,7.78840007781982421883e+01,5.19566611395941890805e+02,2.67656424534246252739e+03,67.9229965209961,7.54120025634765624991e+01,0.000501219998113811,4.55000190413557e-07,1063828.0,16,2.91404202148068770849e+03,'2026-12-01T03:28:06.300Z',5.17525305838262283941e-02);
INSERT INTO "trial" VALUES(803,X'01A22FA53FBC7A1F91C6D80844721672',2,1,4,16,4,'ok',0,'repetitions',36,1,7.80879974365234375e+01,8.12855014801025390659e+01,8.38519973754882812482e+01,1.1434849739074707031e+02,655.990151087443,3341.54823800394,8.15339965820312499982e+01,1.09212997436523437497e+02,0.000501219998113811,4.24694999765051761642e-04,2662512.0,2566560,2.91245206756493644215e+03,'2026-12-01T03:28:06.300Z',7.00060845817915833322e-02);
INSERT INTO "trial" VALUES(804,X'01A22FA53FBC7BD8B5B67502119CAAAA',2,1,4,14,4,'ok',0,'repetitions',36,1,8.705699920654296875e+01,9.34137496948242187534e+01,9.62629966735839843767e+01,9.87434978485107421857e+01,9.65379992591010136458e+01,5.10268628461633433346e+00,9.43359985351562499965e+01,9.79079971313476562534e+01,0.000501219998113811,4.74999978905543684959e-07,1063828.0,16,2.91245690136157463715e+03,'2026-12-01T03:28:06.300Z',5.79481185852728231111e-02);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','938febc4942cab35',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["0","8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-12-01T03:27:29.319Z');
INSERT INTO "variant" VALUES(4,'spmv','cpu','sell','d952cd0fc1c6047b',0,'sell{c=8,sigma=1024,index_bits=32,cut=0,prefetch=false,threads=0}','{"c":["8","32"],"sigma":["1024","1","16384"],"index_bits":["32","16"],"cut":["0","64"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-12-01T03:27:29.319Z');
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
INSERT INTO "verification" VALUES(8,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(9,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(19,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(20,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(21,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(32,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(33,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(35,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(44,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(47,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(48,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(61,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(62,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(69,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(73,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(75,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(85,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(86,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(87,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(91,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(93,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(96,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(98,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(99,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(311,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(312,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(316,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(319,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(320,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(323,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(331,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(333,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(337,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(342,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(343,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(351,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(352,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(353,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(453,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(454,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(464,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(466,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(467,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(477,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(478,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(480,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(489,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(490,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(493,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(506,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(507,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(514,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(518,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(522,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(530,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(531,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(532,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(536,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(538,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(541,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(543,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(546,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(758,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(759,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(765,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(769,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(771,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(774,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(782,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(783,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(787,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(793,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(794,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(801,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(803,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
INSERT INTO "verification" VALUES(804,1,1.74923652595211504001e-01,2.78789765002945787121e-16,0,1,1,'');
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
  sum(wall_s) AS wall_s, -- time of the attempts that these results stand on, s: disturbed and superseded ones are left out
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM result WHERE current = 1
GROUP BY context_id, problem_id, backend;
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
      AND e.attempt <> r.attempt AND e.reaped = 0 AND e.outcome IN ('ok', 'dominated')
      AND coalesce(e.stop_reason, '') <> 'short') AS remeasured, -- 1: stands on a repeated measurement; an attempt that was short, disturbed or failed is none
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` stores the
  -- model's row alone, `sptune evaluate --record` the predictions), on the machine, with the software and under the
  -- protocol that it was trained for. A choice that failed counts as ten times the oracle, as in `sptune evaluate`. As in regret, which a test
  -- holds to it, but that CROSS JOIN begins at the choices: `oracle` would look at all trials first.
WITH choice AS (
  SELECT m.uuid, m.created_at, m.kind, p.fold, p.us, p.low_us, p.high_us, k.context_id, p.problem_id, p.config_id, v.backend
  FROM prediction p
  JOIN model m ON m.model_id = p.model_id
  JOIN hardware h ON h.hw_hash = m.hw_hash
  JOIN environment e ON e.env_hash = m.env_hash
  JOIN policy w ON w.policy_hash = m.policy_hash
  JOIN context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = w.policy_id
  JOIN config c ON c.config_id = p.config_id
  JOIN variant v ON v.variant_id = c.variant_id
  WHERE p.position = 1
), fastest AS (
  SELECT q.context_id, q.problem_id, q.backend, t.trial_id, min(t.median_us) AS median_us
  FROM (SELECT DISTINCT context_id, problem_id, backend FROM choice) q
  CROSS JOIN usable t ON t.context_id = q.context_id AND t.problem_id = q.problem_id
  WHERE t.backend = q.backend AND t.baseline = 0 AND t.median_us IS NOT NULL
  GROUP BY q.context_id, q.problem_id, q.backend
), compared AS (
  SELECT c.uuid, c.created_at, c.kind, c.fold, c.us, c.low_us, c.high_us, r.*, r.outcome NOT IN ('ok', 'dominated') AS failed,
    o.trial_id AS oracle_id, o.configuration AS oracle, o.median_us AS oracle_us, o.log_var AS oracle_var
  FROM choice c
  CROSS JOIN result r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
  CROSS JOIN fastest f ON f.context_id = c.context_id AND f.problem_id = c.problem_id AND f.backend = c.backend
  CROSS JOIN result o ON o.trial_id = f.trial_id
  WHERE r.current = 1 AND r.outcome <> 'refused'
    AND (r.outcome NOT IN ('ok', 'dominated') OR (r.verified = 1 AND r.median_us IS NOT NULL))
)
SELECT
  uuid AS model, -- as in its file
  created_at, -- UTC
  kind, -- learner, or what an evaluation was
  fold, -- fold of the cross-validation that left the problem out
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  matrix_group, -- group of A
  variant, -- kernel of what the model puts first
  configuration, -- what the model puts first
  failed, -- 1: it failed, and was not measured
  us AS predicted_us, -- time that it predicted
  low_us, -- lower end of its interval
  high_us, -- upper end of its interval
  iif(failed, NULL, median_us) AS median_us, -- time that was measured; NULL where it failed
  oracle, -- fastest configuration
  oracle_us, -- its time
  iif(failed, 10.0, median_us / oracle_us) AS slowdown, -- 1 is the oracle; 10 where it failed
  iif(failed, 0, trial_id = oracle_id
    OR (outcome = 'ok' AND coalesce(abs(ln(median_us / oracle_us)) <= tie_factor * sqrt(2 * (log_var + oracle_var)),
                                    abs(median_us / oracle_us - 1) < 0.01))) AS tie, -- 1: not told from the oracle
  iif(failed, NULL, median_us BETWEEN low_us AND high_us) AS held, -- 1: the interval holds the measured time; NULL where it failed
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM compared;
