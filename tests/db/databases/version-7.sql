PRAGMA application_id = 1936749678;
PRAGMA user_version = 7;
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
INSERT INTO "config" VALUES(2,'cdf4eff03a6bde0d703ed96c5f0710c0',1,'csr{schedule=nnz,width=8,prefetch=false,threads=4}','{"schedule":"nnz","width":8,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(3,'f4a2a2e9928a79c8e4509b859f2d0cb8',1,'csr{schedule=nnz,width=8,prefetch=false,threads=16}','{"schedule":"nnz","width":8,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(4,'963284fec307622d47d329bae7cab946',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(5,'ff104f57b77a400130d90765470fd3b9',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(6,'6052938a18a370f10ae1cea890d1a973',3,'ell{c=8,threads=4}','{"c":8,"threads":4}',0);
INSERT INTO "config" VALUES(7,'e26f2c13abcbc177a885b51a0f0b3646',3,'ell{c=8,threads=16}','{"c":8,"threads":16}',0);
INSERT INTO "config" VALUES(8,'9bd4be9797b721c89916a1a1c8a58289',6,'coo{threads=4}','{"threads":4}',0);
INSERT INTO "config" VALUES(9,'772c54caf95fb9aef8d4db91d1d6dfbf',6,'coo{threads=16}','{"threads":16}',0);
INSERT INTO "config" VALUES(10,'5d30ea597bfe3d976df120cf2e413f27',7,'hyb{k=rule,threads=4}','{"k":"rule","threads":4}',0);
INSERT INTO "config" VALUES(11,'0f2631de37bec2f4d67af33f936ceceb',7,'hyb{k=rule,threads=16}','{"k":"rule","threads":16}',0);
INSERT INTO "config" VALUES(12,'8fe64633acfc633eaa173d296415adc4',1,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":"nnz","width":8,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(13,'5a0d873c79acc40257f89aa5cd019094',6,'coo{threads=0}','{"threads":0}',1);
INSERT INTO "config" VALUES(14,'304ad43258286037952721e739f40a0f',7,'hyb{k=rule,threads=0}','{"k":"rule","threads":0}',1);
INSERT INTO "config" VALUES(19,'79c1848fc663ad69881e7c9d7209e3a0',7,'hyb{k=p80,threads=0}','{"k":"p80","threads":0}',0);
INSERT INTO "config" VALUES(20,'dd3476579b4f73272642f67d02ea45c2',7,'hyb{k=p90,threads=0}','{"k":"p90","threads":0}',0);
INSERT INTO "config" VALUES(21,'e6aebedd390f6df4092ac417010464f7',7,'hyb{k=p95,threads=0}','{"k":"p95","threads":0}',0);
INSERT INTO "config" VALUES(24,'f1a8acbfeca05c8427e2ad068abcdb08',1,'csr{schedule=nnz,width=8,prefetch=false,threads=1}','{"schedule":"nnz","width":8,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(26,'7b0600a029598143c0b40a58d103090b',1,'csr{schedule=nnz,width=1,prefetch=false,threads=0}','{"schedule":"nnz","width":1,"prefetch":false,"threads":0}',0);
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
INSERT INTO "drift" VALUES(1,'','2026-11-27T21:24:53.313Z',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}',5.66323516845703125001e+02,'');
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
INSERT INTO "environment" VALUES(1,'179c9e9f421e64e8c83c4ee9a41efd30','GNU 12.2.0','-O3 -DNDEBUG','Debian GNU/Linux 12 (bookworm)','glibc 2.36','0.1.0','avx512','','','');
CREATE TABLE failure (
  -- Why a trial has no result: refusals and failures alike.
  trial_id INTEGER PRIMARY KEY REFERENCES trial, -- of which trial
  stage TEXT NOT NULL, -- fit, prepare, first_run, verify, measure; sweep for reaped trials
  message TEXT NOT NULL, -- reason in one line
  signal INTEGER, -- signal that killed the worker
  limit_s REAL -- time limit that was passed, seconds
) STRICT;
INSERT INTO "failure" VALUES(1,'fit','the longest row has 55 entries, a mean of 9: 6600000 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(2,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(3,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(4,'fit','the longest row has 55 entries, a mean of 9: 6610560 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(5,'fit','the longest row has 55 entries, a mean of 9: 6600000 bytes, more than 4 times the 1194440 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(6,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(7,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(8,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(9,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(10,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(11,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(31,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(32,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(33,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(34,'fit','the longest row has 55 entries, a mean of 9: 4407040 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(35,'fit','the longest row has 55 entries, a mean of 9: 4400000 bytes, more than 4 times the 809628 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(36,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(37,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(38,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(39,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(41,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(62,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(63,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(64,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(65,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(66,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(67,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(68,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(69,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(70,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(71,'fit','an ELL part of width 256 and 3328 coordinates: 3220480 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(72,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(73,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(93,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(94,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(95,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(96,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(97,'fit','the longest row has 1024 entries, a mean of 57: 8388608 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(98,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(99,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(100,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(101,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(102,'fit','an ELL part of width 256 and 3328 coordinates: 2151424 bytes, more than 4 times the 476492 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(103,'fit','threads=4 is not below the 2 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(104,'fit','threads=16 is not below the 2 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'470204900fdb8dc473ecce58a1c98fb8','Intel(R) Xeon(R) Processor','cpu','x86-64 GenuineIntel 6/167 avx512',2,2097152,503316480,25276502016,'{}');
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
INSERT INTO "load" VALUES(12,5.30876401171553879976e-03,4.62781919591501687827e-03,0.0,NULL,NULL,2.63714888637471079127e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(13,5.20296499598771333694e-03,1.15703257750958475418e-03,1.92198102576349043602e+02,NULL,NULL,2.63887994673633163866e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(14,5.35499499528668820858e-03,1.28814312731783948799e-03,1.86741537738162435289e+02,NULL,NULL,3.36134745849978782208e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(19,5.27237799542490392923e-03,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(24,0.000486645003547892,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(28,4.25711799471173435449e-03,1.8865579976821456043e-01,2.5839077079057688024e+03,NULL,NULL,9.39602804775374750301e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(30,4.25711799471173435449e-03,1.8865579976821456043e-01,2.5839077079057688024e+03,NULL,NULL,9.39602804775374750301e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(42,5.29060700500849634408e-03,0.0,0.0,NULL,NULL,1.89014292233212282366e-04,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(43,5.26510900817811489105e-03,1.49933268005245173837e-01,1.89929590906234608375e+02,NULL,NULL,3.75110941891671545445e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(44,5.25577999360393732786e-03,1.2432598031028765928e-02,5.70800148341611247827e+02,NULL,NULL,4.56640134825040538979e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(52,5.26136999542359262704e-03,8.20869850201921824606e-03,1.90064565098028253947e+02,NULL,NULL,4.18142046481522876993e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(54,3.96627990994602441787e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(58,0.00500839100277517,1.12076113803608740093e-01,2.99497383325072632949e+03,NULL,NULL,0.0616964607864971,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(61,0.00500839100277517,1.12076113803608740093e-01,2.99497383325072632949e+03,NULL,NULL,0.0616964607864971,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(74,0.00523169498774223,7.23398441397551158343e-03,1.9114264159951650868e+02,NULL,NULL,3.82285273541694463686e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(75,1.79315300192683935165e-03,0.0,557.67689590651,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(76,5.24145200324710458517e-03,1.25728519423973076653e-03,3.81573655307916681077e+02,NULL,NULL,9.53934461210606196579e-04,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(83,3.50689006154425442218e-04,0.0,2.85152936776025217099e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(90,3.9434990030713379383e-03,1.23442404732667196376e-01,4.05731052234034496014e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(105,5.16272000095341354608e-03,9.29994266416401399455e-03,3.87392692152713038929e+02,NULL,NULL,4.83659776406927255365e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(106,5.39486600609961897134e-03,5.0796442337982710205e-03,5.5608424687621493378e+02,NULL,NULL,2.59506002293530529251e-03,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(107,5.24096099252346903085e-03,4.15345583206086083061e-02,3.81609403858016605678e+02,NULL,NULL,2.05878272970067194291e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(119,3.26527995639480650424e-04,0.0,3.06252454109355858242e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(121,2.25718600268010050058e-03,1.74162430359408787472e-01,3.98726555512648383229e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(196,2.06809950032038614153e-02,1.19853275899733782705e-01,2.659446510744744046e+03,NULL,NULL,5.46395374295372063255e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(198,2.06809950032038614153e-02,1.19853275899733782705e-01,2.659446510744744046e+03,NULL,NULL,5.46395374295372063255e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(201,2.06809950032038614153e-02,1.19853275899733782705e-01,2.659446510744744046e+03,NULL,NULL,5.46395374295372063255e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(208,2.06809950032038614153e-02,1.19853275899733782705e-01,2.659446510744744046e+03,NULL,NULL,5.46395374295372063255e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(211,1.88329560041893273591e-02,9.73794554392868605408e-02,2.54872363049765317559e+03,NULL,NULL,0.0527267199909078,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(213,1.88329560041893273591e-02,9.73794554392868605408e-02,2.54872363049765317559e+03,NULL,NULL,0.0527267199909078,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(215,1.88329560041893273591e-02,9.73794554392868605408e-02,2.54872363049765317559e+03,NULL,NULL,0.0527267199909078,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(222,1.88329560041893273591e-02,9.73794554392868605408e-02,2.54872363049765317559e+03,NULL,NULL,0.0527267199909078,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(223,1.36068440042436122894e-02,3.28012138495013191863e-02,3.96859109894688572234e+03,NULL,NULL,1.76381827511359751126e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(231,1.36068440042436122894e-02,3.28012138495013191863e-02,3.96859109894688572234e+03,NULL,NULL,1.76381827511359751126e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(234,1.36068440042436122894e-02,3.28012138495013191863e-02,3.96859109894688572234e+03,NULL,NULL,1.76381827511359751126e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(235,1.36068440042436122894e-02,3.28012138495013191863e-02,3.96859109894688572234e+03,NULL,NULL,1.76381827511359751126e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(236,1.25778829969931393861e-02,9.93963769816324504979e-02,3.25969004559840732325e+03,NULL,NULL,4.23759707659878068208e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(242,1.25778829969931393861e-02,9.93963769816324504979e-02,3.25969004559840732325e+03,NULL,NULL,4.23759707659878068208e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(245,1.25778829969931393861e-02,9.93963769816324504979e-02,3.25969004559840732325e+03,NULL,NULL,4.23759707659878068208e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(246,1.25778829969931393861e-02,9.93963769816324504979e-02,3.25969004559840732325e+03,NULL,NULL,4.23759707659878068208e-02,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "pass" VALUES(28,1,12,3.20349979400634765625e+01);
INSERT INTO "pass" VALUES(28,2,12,2.90272512435913085946e+01);
INSERT INTO "pass" VALUES(28,3,12,3.05802488327026367187e+01);
INSERT INTO "pass" VALUES(30,1,12,30.0889949798584);
INSERT INTO "pass" VALUES(30,2,12,3.07845001220703124995e+01);
INSERT INTO "pass" VALUES(30,3,12,3.04577484130859375008e+01);
INSERT INTO "pass" VALUES(58,1,12,2.81619977951049804687e+01);
INSERT INTO "pass" VALUES(58,2,12,2.93343353271484375e+01);
INSERT INTO "pass" VALUES(58,3,12,2.96237516403198242187e+01);
INSERT INTO "pass" VALUES(61,1,12,2.6787832260131835937e+01);
INSERT INTO "pass" VALUES(61,2,12,2.63972463607788085946e+01);
INSERT INTO "pass" VALUES(61,3,12,2.5789165496826171875e+01);
INSERT INTO "pass" VALUES(90,1,12,1.00602493286132812502e+01);
INSERT INTO "pass" VALUES(90,2,12,9.908428192138671875e+00);
INSERT INTO "pass" VALUES(90,3,12,9.99079799652099609375e+00);
INSERT INTO "pass" VALUES(121,1,12,8.61042833328247);
INSERT INTO "pass" VALUES(121,2,12,9.0667133331298828125e+00);
INSERT INTO "pass" VALUES(121,3,12,8.963714599609375e+00);
INSERT INTO "pass" VALUES(196,1,12,3.2903497695922851562e+01);
INSERT INTO "pass" VALUES(196,2,12,3.32332496643066406245e+01);
INSERT INTO "pass" VALUES(196,3,12,31.9454984664917);
INSERT INTO "pass" VALUES(198,1,12,3.8410747528076171875e+01);
INSERT INTO "pass" VALUES(198,2,12,43.2239990234375);
INSERT INTO "pass" VALUES(198,3,12,3.93777484893798828125e+01);
INSERT INTO "pass" VALUES(201,1,12,3.68640003204345703116e+01);
INSERT INTO "pass" VALUES(201,2,12,3.7497251510620117187e+01);
INSERT INTO "pass" VALUES(201,3,12,3.65697479248046875e+01);
INSERT INTO "pass" VALUES(208,1,12,7.12815017700195312482e+01);
INSERT INTO "pass" VALUES(208,2,12,6.99299926757812499982e+01);
INSERT INTO "pass" VALUES(208,3,12,7.11220054626464843767e+01);
INSERT INTO "pass" VALUES(211,1,12,2.58843364715576171883e+01);
INSERT INTO "pass" VALUES(211,2,12,2.79865007400512695308e+01);
INSERT INTO "pass" VALUES(211,3,12,2.66066665649414062504e+01);
INSERT INTO "pass" VALUES(213,1,12,3.08869962692260742183e+01);
INSERT INTO "pass" VALUES(213,2,12,3.37182483673095703116e+01);
INSERT INTO "pass" VALUES(213,3,12,3.23015012741088867196e+01);
INSERT INTO "pass" VALUES(215,1,12,3.21132497787475585933e+01);
INSERT INTO "pass" VALUES(215,2,12,33.5049991607666);
INSERT INTO "pass" VALUES(215,3,12,3.63862476348876953116e+01);
INSERT INTO "pass" VALUES(222,1,12,6.76744995117187499991e+01);
INSERT INTO "pass" VALUES(222,2,12,69.4885025024414);
INSERT INTO "pass" VALUES(222,3,12,6.77220039367675781267e+01);
INSERT INTO "pass" VALUES(223,1,12,9.76375102996826171875e+00);
INSERT INTO "pass" VALUES(223,2,12,9.85108423233032226562e+00);
INSERT INTO "pass" VALUES(223,3,12,9.88169908523559570312e+00);
INSERT INTO "pass" VALUES(231,1,12,2.07316646575927734366e+01);
INSERT INTO "pass" VALUES(231,2,12,2.07470006942749023441e+01);
INSERT INTO "pass" VALUES(231,3,12,2.09076652526855468741e+01);
INSERT INTO "pass" VALUES(234,1,12,2.56813316345214843745e+01);
INSERT INTO "pass" VALUES(234,2,12,2.58373308181762695312e+01);
INSERT INTO "pass" VALUES(234,3,12,2.54648351669311523437e+01);
INSERT INTO "pass" VALUES(235,1,12,2.32109985351562499991e+01);
INSERT INTO "pass" VALUES(235,2,12,2.30348358154296874991e+01);
INSERT INTO "pass" VALUES(235,3,12,2.37855005264282226562e+01);
INSERT INTO "pass" VALUES(236,1,12,8.88499927520752);
INSERT INTO "pass" VALUES(236,2,12,9.01028490066528320312e+00);
INSERT INTO "pass" VALUES(236,3,12,8.90521383285522460937e+00);
INSERT INTO "pass" VALUES(242,1,12,1.94349994659423828125e+01);
INSERT INTO "pass" VALUES(242,2,12,1.91051235198974609375e+01);
INSERT INTO "pass" VALUES(242,3,12,1.94067506790161132812e+01);
INSERT INTO "pass" VALUES(245,1,12,2.59693326950073242196e+01);
INSERT INTO "pass" VALUES(245,2,12,2.58346672058105468754e+01);
INSERT INTO "pass" VALUES(245,3,12,2.60649976730346679678e+01);
INSERT INTO "pass" VALUES(246,1,12,2.80925016403198242187e+01);
INSERT INTO "pass" VALUES(246,2,12,2.78360023498535156258e+01);
INSERT INTO "pass" VALUES(246,3,12,2.68012523651123046875e+01);
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
INSERT INTO "place" VALUES(14,'',0,14);
INSERT INTO "place" VALUES(19,'',0,19);
INSERT INTO "place" VALUES(24,'',0,24);
INSERT INTO "place" VALUES(28,'',0,28);
INSERT INTO "place" VALUES(30,'',0,30);
INSERT INTO "place" VALUES(31,'',30,31);
INSERT INTO "place" VALUES(32,'',30,32);
INSERT INTO "place" VALUES(33,'',30,33);
INSERT INTO "place" VALUES(34,'',30,34);
INSERT INTO "place" VALUES(35,'',30,35);
INSERT INTO "place" VALUES(36,'',30,36);
INSERT INTO "place" VALUES(37,'',30,37);
INSERT INTO "place" VALUES(38,'',30,38);
INSERT INTO "place" VALUES(39,'',30,39);
INSERT INTO "place" VALUES(40,'',30,40);
INSERT INTO "place" VALUES(41,'',30,41);
INSERT INTO "place" VALUES(42,'',30,42);
INSERT INTO "place" VALUES(43,'',30,43);
INSERT INTO "place" VALUES(44,'',30,44);
INSERT INTO "place" VALUES(52,'',30,52);
INSERT INTO "place" VALUES(54,'',30,54);
INSERT INTO "place" VALUES(58,'',30,58);
INSERT INTO "place" VALUES(61,'',30,61);
INSERT INTO "place" VALUES(62,'',61,62);
INSERT INTO "place" VALUES(63,'',61,63);
INSERT INTO "place" VALUES(64,'',61,64);
INSERT INTO "place" VALUES(65,'',61,65);
INSERT INTO "place" VALUES(66,'',61,66);
INSERT INTO "place" VALUES(67,'',61,67);
INSERT INTO "place" VALUES(68,'',61,68);
INSERT INTO "place" VALUES(69,'',61,69);
INSERT INTO "place" VALUES(70,'',61,70);
INSERT INTO "place" VALUES(71,'',61,71);
INSERT INTO "place" VALUES(72,'',61,72);
INSERT INTO "place" VALUES(73,'',61,73);
INSERT INTO "place" VALUES(74,'',61,74);
INSERT INTO "place" VALUES(75,'',61,75);
INSERT INTO "place" VALUES(76,'',61,76);
INSERT INTO "place" VALUES(83,'',61,83);
INSERT INTO "place" VALUES(90,'',61,90);
INSERT INTO "place" VALUES(93,'',92,93);
INSERT INTO "place" VALUES(94,'',92,94);
INSERT INTO "place" VALUES(95,'',92,95);
INSERT INTO "place" VALUES(96,'',92,96);
INSERT INTO "place" VALUES(97,'',92,97);
INSERT INTO "place" VALUES(98,'',92,98);
INSERT INTO "place" VALUES(99,'',92,99);
INSERT INTO "place" VALUES(100,'',92,100);
INSERT INTO "place" VALUES(101,'',92,101);
INSERT INTO "place" VALUES(102,'',92,102);
INSERT INTO "place" VALUES(103,'',92,103);
INSERT INTO "place" VALUES(104,'',92,104);
INSERT INTO "place" VALUES(105,'',92,105);
INSERT INTO "place" VALUES(106,'',92,106);
INSERT INTO "place" VALUES(107,'',92,107);
INSERT INTO "place" VALUES(119,'',92,119);
INSERT INTO "place" VALUES(121,'',92,121);
INSERT INTO "place" VALUES(196,'',0,196);
INSERT INTO "place" VALUES(198,'',0,198);
INSERT INTO "place" VALUES(201,'',0,201);
INSERT INTO "place" VALUES(208,'',0,208);
INSERT INTO "place" VALUES(211,'',30,211);
INSERT INTO "place" VALUES(213,'',30,213);
INSERT INTO "place" VALUES(215,'',30,215);
INSERT INTO "place" VALUES(222,'',30,222);
INSERT INTO "place" VALUES(223,'',61,223);
INSERT INTO "place" VALUES(231,'',61,231);
INSERT INTO "place" VALUES(234,'',61,234);
INSERT INTO "place" VALUES(235,'',61,235);
INSERT INTO "place" VALUES(236,'',92,236);
INSERT INTO "place" VALUES(242,'',92,242);
INSERT INTO "place" VALUES(245,'',92,245);
INSERT INTO "place" VALUES(246,'',92,246);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'d81c55374929b3f4414a51e9c1265c21','hot',0,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":10,"max_samples":200,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.005}');
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
INSERT INTO "repeated" VALUES(196,1,1,19,2,72,6,3.77837823860923960328e-02,2.4671993255615234375e+01,2.93377485275268554696e+01,3.17451243400573730464e+01,3.88348135948181152335e+01,3.39879298739963076059e+01,7.3065119359639867369e+00,5.75277679450106188552e-02,6.92223966121673583984e-01,3.06411006022244691848e-04,3.88757516259138901654e+03,3.83360759050923455282e-02);
INSERT INTO "repeated" VALUES(198,1,1,14,2,72,6,4.47453696122830160697e-02,2.61925010681152343745e+01,3.28563120365142822274e+01,3.54006242752075195312e+01,3.90212485790252685538e+01,36.9837912718455,9.60267806326459,1.98465180433764265544e-01,6.92223966121673583984e-01,3.04141009110026061534e-04,3.93748169428726487242e+03,2.87838048725028647356e-02);
INSERT INTO "repeated" VALUES(201,1,1,12,1,36,3,1.27908690859399234301e-02,3.1700000762939453125e+01,3.58627529144287109379e+01,3.70187530517578124991e+01,3.88987483978271484383e+01,3.86193616655137788029e+01,7.32156507286988578186e+00,NULL,6.92223966121673583984e-01,2.80997483059763908386e-07,3.75202849564486677993e+03,1.09656595543908361861e-02);
INSERT INTO "repeated" VALUES(208,1,1,13,1,36,3,1.04652202118997034174e-02,6.39280052185058593732e+01,6.90752620697021484357e+01,7.05224952697753906241e+01,7.21852531433105468758e+01,7.24388888676961215659e+01,1.25488741256697444725e+01,NULL,6.92223966121673583984e-01,7.00730015523731708526e-05,3.92448207995984603251e+03,1.22138356039483506748e-02);
INSERT INTO "repeated" VALUES(211,1,2,20,2,72,6,3.11092650581744831206e-02,2.35964984893798828129e+01,2.57398750782012939461e+01,2.63489999771118164071e+01,2.83195829391479492187e+01,2.74018956025441475779e+01,4.01663419865175441714e+00,1.2881976931178489628e-03,6.92223966121673583984e-01,0.00026174500817433,4.06481671928451942241e+03,1.94819487741579693007e-02);
INSERT INTO "repeated" VALUES(213,1,2,12,1,36,3,4.38552236500918055095e-02,2.79000015258789062504e+01,3.04068722724914550789e+01,3.25817527770996093758e+01,3.55723781585693359379e+01,33.13111088011,3.53945805842345384562e+00,NULL,6.92223966121673583984e-01,2.08994606509804725646e-07,4.07765217631237737814e+03,0.00618560621380591);
INSERT INTO "repeated" VALUES(215,1,2,14,2,72,6,4.87610031624435696917e-02,2.44369964599609374995e+01,2.98682520389556884756e+01,3.09782514572143554678e+01,33.4764358997345,3.3493715365727744881e+01,9.44638724034977173005e+00,1.0362055660905404586e-01,6.92223966121673583984e-01,2.43339003645814955234e-04,4.0736000592009877436e+03,1.73480877355569433617e-02);
INSERT INTO "repeated" VALUES(222,1,2,13,1,36,3,1.50735107681187578687e-02,6.26139945983886718732e+01,6.69625034332275390633e+01,68.7094955444336,7.06455059051513671857e+01,6.9776057667202422861e+01,8.26020290277978475046e+00,NULL,6.92223966121673583984e-01,6.91580062266439199447e-05,4.07597154368672954681e+03,8.26787525595416503132e-03);
INSERT INTO "repeated" VALUES(223,1,3,12,2,72,6,6.95742596140252068243e-03,8.87819957733154296875e+00,9.5686346292495727539e+00,9.92094111442566,1.02370725870132446284e+01,1.05785932673348312957e+01,4.09264438624813298162e+00,9.95814628150323150057e-03,6.92223966121673583984e-01,2.75002093985676765441e-07,3.79000413542226351638e+03,1.49325388349377773111e-02);
INSERT INTO "repeated" VALUES(231,1,3,14,1,36,3,4.68185923569107605157e-03,1.91716632843017578125e+01,2.04914159774780273441e+01,2.07470006942749023441e+01,2.1344999790191650391e+01,2.11166665818956147395e+01,1.24786832651765355883e+00,NULL,6.92223966121673583984e-01,7.87129974924027919769e-05,3.9240752564775943938e+03,5.92001561129179218467e-03);
INSERT INTO "repeated" VALUES(234,1,3,13,1,36,3,0.00729419276625278,2.42696704864501953133e+01,2.53724169731140136718e+01,2.56844987869262695321e+01,2.64285840988159179696e+01,2.67638330459594726558e+01,4.79489712105046539392e+00,NULL,6.92223966121673583984e-01,6.6790089476853609085e-06,4.0773147376145166161e+03,5.39081658756073844179e-03);
INSERT INTO "repeated" VALUES(235,1,3,20,1,36,3,1.67542565261271300669e-02,2.1615331649780273437e+01,2.29199180603027343741e+01,2.3340167999267578125e+01,2.42320828437805175776e+01,2.50125373204549141794e+01,6.68439634139214167163e+00,NULL,6.92223966121673583984e-01,1.42142002005130052566e-04,3.84943469606298094721e+03,7.34352653783459409508e-03);
INSERT INTO "repeated" VALUES(236,1,4,12,2,72,6,1.99007927165286563342e-02,8.20999908447265625e+00,8.69746124744415283203e+00,8.94133329391479492187e+00,9.15214323997497558593e+00,8.97056105401780889962e+00,5.40844369219803056125e-01,6.73947392429981133321e-04,6.92223966121673583984e-01,1.47992977872490882873e-07,4.0764697320501113607e+03,1.46312345598496231641e-02);
INSERT INTO "repeated" VALUES(242,1,4,14,1,36,3,9.4916632261736570697e-03,1.795566558837890625e+01,1.89204998016357421875e+01,1.93856658935546875e+01,1.98436884880065917968e+01,1.94512499703301315889e+01,8.21232797242967160755e-01,NULL,6.92223966121673583984e-01,6.28760026302188634872e-05,4.07528574162312861531e+03,5.60607606100595873277e-03);
INSERT INTO "repeated" VALUES(245,1,4,13,1,36,3,4.45972128518964255894e-03,2.42456684112548828116e+01,2.56300840377807617178e+01,2.59009971618652343758e+01,2.67021665573120117178e+01,2.72323238054911307423e+01,5.60554372103061737675e+00,NULL,6.92223966121673583984e-01,6.33399758953601121902e-06,4.07765173296977036449e+03,0.00575346212215002);
INSERT INTO "repeated" VALUES(246,1,4,26,1,36,3,2.49440613054646605217e-02,2.45554981231689453116e+01,2.67343788146972656245e+01,2.76854200363159179691e+01,2.9219417572021484375e+01,3.05557921727498360553e+01,1.64348293794519904054e+01,NULL,6.92223966121673583984e-01,1.75001332536339759826e-07,4.0472780629876133388e+03,5.0322051604532389013e-03);
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
INSERT INTO "run" VALUES(1,'01a21ee5-9893-7951-b67f-80d7248e04d8',1,'quick','{}','finished','4dc4793b517dec378cc2316dad8191ca2d55e0f9',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-11-27T21:24:53.014Z','2026-11-27T21:24:55.145Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(24,'total',3,X'9BC4CF42D9B9C0429683BC42');
INSERT INTO "samples" VALUES(28,'total',36,X'C54B1842FB290342643BFA41004005426D27044251B8E8410AD711425F10EB416590EE41F23D0B420857DA41C3F5D54157391942C7A0F14176E9D8412CB2F3415FBAD0413E60C541AC9CFC41D8CEDE417092C84193EDFE41D16251423CB4D8410A9725427669E8415438CF415B0F0E421699064213D9F24134B3ED413EB5F5417593F34185EB0A425AA402429443E741');
INSERT INTO "samples" VALUES(54,'total',3,X'3473AA422085AE42249B9F42');
INSERT INTO "samples" VALUES(83,'total',3,X'4D0D0E42E82609421FB0F041');
INSERT INTO "samples" VALUES(119,'total',3,X'0356EE4102ABF541F0FCF041');
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
INSERT INTO "trial" VALUES(1,X'01A21EE599C378F09F733F13DF43D8E4',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A21EE599C47361AE2BE43C3F53F73C',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A21EE599C47AE0B73251C2983112A1',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A21EE599C47E2987D27E8D277B9064',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A21EE599C4796D8BEB8F47B8EBA3D4',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A21EE599C477D1B636D78FF63BDBFA',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A21EE599C47B0288EDE39A3B9A87D3',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A21EE599C4749390E54B91448BA197',1,1,1,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(9,X'01A21EE599C475D7AC905EA5B923778E',1,1,1,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(10,X'01A21EE599C474CC88560FCA12E064FF',1,1,1,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(11,X'01A21EE599C470A7912CDDD1BEA3EDEC',1,1,1,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.315Z',0.0);
INSERT INTO "trial" VALUES(12,X'01A21EE599C57F07893B584CBE33E66C',1,1,1,12,1,'ok',0,'budget',135,1,2.80599918365478515633e+01,3.0475996017456054687e+01,3.28010063171386718745e+01,3.61649951934814453116e+01,3.57460893842909044337e+01,1.97991222921548697399e+01,3.20450057983398437508e+01,3.37780075073242187495e+01,0.712399959564209,2.78989318758249282836e-07,1354440.0,24,3.91909364024205842721e+03,'2026-11-27T21:24:53.316Z',1.59963699989020824432e-02);
INSERT INTO "trial" VALUES(13,X'01A21EE599D67BF1BEFFF90392042E73',1,1,1,13,1,'ok',0,'budget',75,1,5.8845996856689453125e+01,6.26940002441406250008e+01,6.40759963989257812482e+01,6.59899940490722656258e+01,6.59919600931803387302e+01,8.82132902566720566994e+00,6.3500003814697265625e+01,6.46399841308593749991e+01,0.712399959564209,6.97860086802393198013e-05,1699248.0,384812,4079.01260722313,'2026-11-27T21:24:53.334Z',0.00811958100530319);
INSERT INTO "trial" VALUES(14,X'01A21EE599DE7DFBB4001AB93C4A0E0F',1,1,1,14,1,'ok',0,'budget',80,2,2.405750274658203125e+01,2.80169973373413085928e+01,2.98717489242553710946e+01,3.21008749008178710941e+01,3.10021307945251471953e+01,6.30295093335120704125e+00,2.87020015716552734375e+01,3.13319988250732421879e+01,0.712399959564209,3.64391991752199828624e-04,1843296.0,1683296,3.92017029273809293954e+03,'2026-11-27T21:24:53.342Z',9.27976099774241447448e-03);
INSERT INTO "trial" VALUES(19,X'01A21EE59A0971559722B14D144960DF',1,1,1,19,1,'ok',0,'budget',89,2,2.22149982452392578133e+01,2.44249973297119140616e+01,2.50550003051757812504e+01,2.65899944305419921875e+01,2.76803310694319470997e+01,1.14373211395622131902e+01,2.47884960174560546879e+01,2.54884948730468750008e+01,0.712399959564209,6.3288900128100067377e-04,2151680.0,1991680,3925.56284700634,'2026-11-27T21:24:53.385Z',8.84011200105305761098e-03);
INSERT INTO "trial" VALUES(24,X'01A21EE59A2E74149814A654ED02DB69',1,1,1,24,1,'dominated',0,'dominated',3,1,9.42570037841796874982e+01,9.53099937438964843732e+01,9.63629837036132812482e+01,1.00123489379882812499e+02,9.81679941813151089001e+01,5.06095715809958690556e+00,9.42570037841796874982e+01,1.03883995056152343748e+02,0.712399959564209,2.77010258287191390991e-07,1354440.0,16,4.07900275862789931128e+03,'2026-11-27T21:24:53.422Z',2.95278000703547149896e-03);
INSERT INTO "trial" VALUES(28,X'01A21EE59A4578DC99F1CA5206268B42',1,1,1,19,2,'ok',0,'repetitions',36,2,2.4671993255615234375e+01,2.86437473297119140616e+01,3.04544992446899414066e+01,3.33967494964599609375e+01,3.16052209536234549611e+01,5.27242817452188816673e+00,2.90899982452392578133e+01,3.27909965515136718754e+01,0.712399959564209,3.06411006022244691848e-04,2151680.0,1991680,3.92436510959288307283e+03,'2026-11-27T21:24:53.445Z',1.33544303340992591422e-02);
INSERT INTO "trial" VALUES(30,X'01A21EE59A71740388B15D3D49585C07',1,1,1,14,2,'ok',0,'repetitions',36,2,2.61925010681152343745e+01,2.78862500190734863281e+01,3.04649982452392578116e+01,3.16208710670471191414e+01,3.05112363497416190223e+01,3.13441971641304695239e+00,2.82900009155273437491e+01,3.12905025482177734375e+01,0.712399959564209,3.04141009110026061534e-04,1843296.0,1683296,4.00060339040621283862e+03,'2026-11-27T21:24:53.445Z',1.33175853212984911244e-02);
INSERT INTO "trial" VALUES(31,X'01A21EE59A757DB4828ACD88171136F2',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(32,X'01A21EE59A757597817D1149D53B9073',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(33,X'01A21EE59A757AC3BE867BF064B99F20',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(34,X'01A21EE59A7576478CF84F5DB8780FB0',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(35,X'01A21EE59A757DF99CC97EE8362AE5F8',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(36,X'01A21EE59A757539BAAA7A33EF06EBD7',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(37,X'01A21EE59A757F28BFDE05DDF73ED016',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(38,X'01A21EE59A757C60B25E15B76C33BEC8',1,1,2,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(39,X'01A21EE59A7579AA93D1ECE2F7BA2104',1,1,2,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(40,X'01A21EE59A75797D94A4D3F30CCACACD',1,1,2,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A21EE59A7578AEAED2BECFF8DABB5F',1,1,2,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.493Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A21EE59A767209A0F8EBDF0DC53698',1,1,2,12,1,'ok',0,'budget',88,2,2.41515007019042968758e+01,26.9661226272583,2.76950016021728515633e+01,2.91737523078918457039e+01,2.831246024912053727e+01,2.79694474545830562561e+00,2.7320995330810546875e+01,2.81059989929199218741e+01,6.95971310138702392578e-01,2.40004737861454486846e-07,889628.0,24,4.07969283691979580893e+03,'2026-11-27T21:24:53.494Z',1.31357840000418946146e-02);
INSERT INTO "trial" VALUES(43,X'01A21EE59A83729FB46B73D63E3FB97F',1,1,2,13,1,'ok',0,'budget',62,1,5.87270050048828125017e+01,6.2728754997253417967e+01,6.45834999084472656267e+01,6.68107528686523437482e+01,8.06262740473593453316e+01,1.03435186043632327819e+02,6.35559997558593749991e+01,6.58180084228515625008e+01,6.95971310138702392578e-01,7.00569944456219673156e-05,1234436.0,384812,4.07089205195775775784e+03,'2026-11-27T21:24:53.507Z',1.10420979908667504787e-02);
INSERT INTO "trial" VALUES(44,X'01A21EE59A8F7DDEBAE6764085117883',1,1,2,14,1,'ok',0,'budget',99,2,2.05600013732910156258e+01,2.29047479629516601571e+01,2.45210037231445312491e+01,2.58495054244995117178e+01,2.49612729236333059641e+01,4.12859798031272795526e+00,2.38729991912841796883e+01,2.50055027008056640625e+01,6.95971310138702392578e-01,2.57844993029721081256e-04,1232472.0,1152472,4.08036367184751634336e+03,'2026-11-27T21:24:53.519Z',0.00711624399991706);
INSERT INTO "trial" VALUES(52,X'01A21EE59AC17D70AF68BC05F1A6B128',1,1,2,20,1,'ok',0,'budget',63,3,2.34820041656494140616e+01,2.5069997787475585937e+01,2.56006660461425781258e+01,2.65271692276000976558e+01,2.63617037818545369982e+01,3.65655046430789454348e+00,2.54410018920898437508e+01,25.8960018157959,6.95971310138702392578e-01,3.29620001139119267463e-04,1671856.0,1591856,4.07631412814665964119e+03,'2026-11-27T21:24:53.569Z',7.64049499412067234516e-03);
INSERT INTO "trial" VALUES(54,X'01A21EE59ACE732296E5C0885B34C2A3',1,1,2,24,1,'dominated',0,'dominated',3,1,7.9803009033203125e+01,8.25140075683593750017e+01,8.52250061035156250034e+01,8.62425079345703124965e+01,8.40960083007812500034e+01,3.8545676813060865129e+00,7.9803009033203125e+01,87.260009765625,6.95971310138702392578e-01,1.43001670949161052703e-07,889628.0,16,4.07968253495199087389e+03,'2026-11-27T21:24:53.582Z',1.60456199955660849809e-03);
INSERT INTO "trial" VALUES(58,X'01A21EE59AE17E4B863E1C8F08F63E64',1,1,2,14,2,'ok',0,'repetitions',36,2,2.44369964599609374995e+01,2.75472517013549804691e+01,2.87125034332275390625e+01,3.11388735771179199214e+01,2.97834726969401053509e+01,3.41440543219775,2.77444992065429687491e+01,3.01133365631103515629e+01,6.95971310138702392578e-01,2.50761004281230270862e-04,1232472.0,1152472,4.07089608436928756434e+03,'2026-11-27T21:24:53.601Z',8.40829548906185664236e-03);
INSERT INTO "trial" VALUES(61,X'01A21EE59B077A658CA6C0B5AC024224',1,1,2,20,2,'ok',0,'repetitions',36,3,2.35964984893798828129e+01,2.55954136848449707039e+01,2.63249988555908203129e+01,27.22216796875,2.64215688705444335933e+01,1.34964907782916321288e+00,2.57070007324218750008e+01,2.7003000259399414062e+01,6.95971310138702392578e-01,2.77229992207139730453e-04,1671856.0,1591856,4.07731652609706452482e+03,'2026-11-27T21:24:53.601Z',0.00954916356204194);
INSERT INTO "trial" VALUES(62,X'01A21EE59B4377DDAFEF84A6F4325FE4',1,1,3,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(63,X'01A21EE59B447E6CA0D8D9F558C7AD73',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(64,X'01A21EE59B447098B398AE2C83737589',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(65,X'01A21EE59B44752C97023DFCB3D63111',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(66,X'01A21EE59B4475758740D7A9F4ABD81C',1,1,3,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(67,X'01A21EE59B447B688951A18A8FD0E2C9',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(68,X'01A21EE59B4478BFBD15C34FF9DC4F42',1,1,3,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(69,X'01A21EE59B447F08A498F5824AFADABD',1,1,3,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(70,X'01A21EE59B447D58B142C9CAE3C914EC',1,1,3,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(71,X'01A21EE59B44716D950A25CBAC0A2570',1,1,3,21,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(72,X'01A21EE59B4473719FF5EEE116A036E8',1,1,3,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(73,X'01A21EE59B447D85A7CC69B378E724A7',1,1,3,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.699Z',0.0);
INSERT INTO "trial" VALUES(74,X'01A21EE59B447869ACDD104ED5148A74',1,1,3,12,1,'ok',0,'budget',85,5,9.4246006011962890625e+00,1.02582006454467773433e+01,1.08415985107421875e+01,1.16462001800537109377e+01,1.16531929464901189423e+01,4.0368566792737095028e+00,1.059040069580078125e+01,1.10041990280151367185e+01,6.95971310138702392578e-01,1.3499811757355928421e-07,729072.0,24,3.98185926274576104336e+03,'2026-11-27T21:24:53.700Z',1.13671419967431575059e-02);
INSERT INTO "trial" VALUES(75,X'01A21EE59B507E7F9328FA193C973482',1,1,3,13,1,'ok',0,'stable',60,1,2.48819999694824218745e+01,2.50687451362609863285e+01,2.52130050659179687504e+01,2.84805059432983398437e+01,2.7206984456380208571e+01,6.03458531031428702107e+00,2.51120071411132812495e+01,2.76729984283447265629e+01,6.95971310138702392578e-01,2.17609995161183178424e-04,961168.0,236196,3.97734191367758830887e+03,'2026-11-27T21:24:53.712Z',0.00310460600303486);
INSERT INTO "trial" VALUES(76,X'01A21EE59B547C0085390891F7CF16A5',1,1,3,14,1,'ok',0,'budget',71,3,1.9687664031982421875e+01,2.12040004730224609366e+01,2.26376667022705078133e+01,2.44298353195190429696e+01,2.3462277398982518406e+01,3.89373355591193126556e+00,2.1463336944580078125e+01,2.38233337402343749991e+01,6.95971310138702392578e-01,1.2660400534514337778e-04,1150976.0,1134592,3.82934566659864367458e+03,'2026-11-27T21:24:53.716Z',6.71741701080463826656e-03);
INSERT INTO "trial" VALUES(83,X'01A21EE59B7D7FF7972539E9B4163421',1,1,3,20,1,'dominated',0,'dominated',3,1,3.00859966278076171883e+01,3.21869955062866210928e+01,3.42879943847656249995e+01,3.4900491714477539062e+01,33.2956600189209,2.84633225258293265369e+00,3.00859966278076171883e+01,3.55129890441894531245e+01,6.95971310138702392578e-01,5.27669995790347456932e-04,1757184.0,1740800,3.97414403985969784116e+03,'2026-11-27T21:24:53.757Z',2.67621499369852244853e-03);
INSERT INTO "trial" VALUES(90,X'01A21EE59BAE7A279DE577DE32C11FFE',1,1,3,12,2,'ok',0,'repetitions',36,6,8.98957061767578125e+00,9.77507996559143,9.99079799652099609375e+00,1.02362077236175537105e+01,9.97395414776272204449e+00,4.47852680195134078555e-01,9.83785724639892578125e+00,1.01236658096313476558e+01,6.95971310138702392578e-01,3.94997186958789825439e-07,729072.0,24,3.77685502666287811735e+03,'2026-11-27T21:24:53.785Z',4.46369721612427383661e-03);
INSERT INTO "trial" VALUES(93,X'01A21EE59BB27841827DD5F096CE3938',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(94,X'01A21EE59BB27D5E91967C00026C80E8',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(95,X'01A21EE59BB27D008A3A223B1D9304D4',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(96,X'01A21EE59BB272B68098DEBD9F4C170E',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(97,X'01A21EE59BB274C4809A9628A56246CC',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(98,X'01A21EE59BB27CDDB0169D98542393C5',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(99,X'01A21EE59BB275D38E0D138362483DDF',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(100,X'01A21EE59BB272C9BEBC35E1A4909E8D',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(101,X'01A21EE59BB27764B06BFF0FF040FEDC',1,1,4,9,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(102,X'01A21EE59BB27AD69E637C57D88358B1',1,1,4,21,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(103,X'01A21EE59BB27AF6A92372D3E12E121F',1,1,4,10,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(104,X'01A21EE59BB276F2A7C976DED7CCC290',1,1,4,11,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-11-27T21:24:53.809Z',0.0);
INSERT INTO "trial" VALUES(105,X'01A21EE59BB37636BA986B0E57E3A403',1,1,4,12,1,'ok',0,'budget',72,7,8.70600128173828125e+00,9.18249988555908203125e+00,9.54535675048828125e+00,9.76614236831665,9.80752987331814196636e+00,1.77345203732651834904e+00,9.40042877197265625e+00,9.62914371490478515625e+00,6.92223966121673583984e-01,2.1699815988540649414e-07,484684.0,24,4.03012332607955795545e+03,'2026-11-27T21:24:53.811Z',1.16841360140824690461e-02);
INSERT INTO "trial" VALUES(106,X'01A21EE59BBF79C38560A8EC01B156F1',1,1,4,13,1,'ok',0,'budget',63,3,2.42210025787353515629e+01,2.56468362808227539066e+01,2.6074998855590820312e+01,2.68596677780151367183e+01,2.66782645876445450032e+01,2.74991616735170607555e+00,2.59179992675781250004e+01,2.63356685638427734375e+01,6.92223966121673583984e-01,7.16200156603008508682e-06,716780.0,236196,4.03144174042360282309e+03,'2026-11-27T21:24:53.823Z',6.36462600959930568933e-03);
INSERT INTO "trial" VALUES(107,X'01A21EE59BCC766FAB6F258BAFB1C3F4',1,1,4,14,1,'ok',0,'budget',61,4,1.78640003204345703129e+01,1.87825031280517578125e+01,1.912400054931640625e+01,1.96067523956298828125e+01,2.05610533542320368378e+01,1.03335597762557398484e+01,1.89622516632080078125e+01,1.93640003204345703125e+01,6.92223966121673583984e-01,7.79520050855353474617e-05,793600.0,785408,4.07834267949426930487e+03,'2026-11-27T21:24:53.836Z',6.2777999992249533534e-03);
INSERT INTO "trial" VALUES(119,X'01A21EE59C0473779202115C0C939A9A',1,1,4,26,1,'dominated',0,'dominated',3,2,29.7919979095459,2.99577512741088867196e+01,3.01235046386718750008e+01,3.04160022735595703125e+01,3.02080008188883475384e+01,4.64056765763555256754e-01,29.7919979095459,3.07084999084472656241e+01,6.92223966121673583984e-01,1.76005414687097072601e-07,484684.0,24,4077.65439976576,'2026-11-27T21:24:53.892Z',9.7587899654172360897e-04);
INSERT INTO "trial" VALUES(121,X'01A21EE59C10767982EAC77012723730',1,1,4,12,2,'ok',0,'repetitions',36,7,8.2355709075927734375e+00,8.62742877006530761718e+00,8.93707227706909179687e+00,9.13932132720947265625e+00,8.97663882043626593087e+00,6.80182480247987664156e-01,8.74728488922119140625e+00,9.08799934387207,6.92223966121673583984e-01,1.47992977872490882873e-07,484684.0,24,4.07697665425700688521e+03,'2026-11-27T21:24:53.894Z',3.99659747927216812968e-03);
INSERT INTO "trial" VALUES(196,X'01A21EE59DD17154B0C511A953DA9ED2',1,1,1,19,3,'ok',0,'repetitions',36,2,2.59479999542236328125e+01,3.00317497253417968754e+01,3.30357494354248046883e+01,4.42728776931762695295e+01,3.63706387943691709105e+01,8.29566167878625293496e+00,3.15985012054443359375e+01,3.9466999053955078125e+01,6.92223966121673583984e-01,3.46191009157337248325e-04,2151680.0,1991680,3.85078521558989450568e+03,'2026-11-27T21:24:54.353Z',2.49816455709930898554e-02);
INSERT INTO "trial" VALUES(198,X'01A21EE59EA27E308D5AFF335A0596E6',1,1,1,14,3,'ok',0,'repetitions',36,2,3.25989952087402343758e+01,3.78263740539550781245e+01,4.03362503051757812508e+01,4.64216260910034179704e+01,4.3456346193949379141e+01,9.54206485843255,3.8370998382568359375e+01,4.51459999084472656232e+01,6.92223966121673583984e-01,3.0461800633929669857e-04,1843296.0,1683296,3.87435999816831690622e+03,'2026-11-27T21:24:54.353Z',1.54662195512043718764e-02);
INSERT INTO "trial" VALUES(201,X'01A21EE59EA3715992E262CEE01C7778',1,1,1,12,2,'ok',0,'repetitions',36,2,3.1700000762939453125e+01,3.58627529144287109379e+01,3.70187530517578124991e+01,3.88987483978271484383e+01,3.86193616655137788029e+01,7.32156507286988311733e+00,3.62280044555664062491e+01,3.8410007476806640625e+01,6.92223966121673583984e-01,2.80997483059763908386e-07,1354440.0,24,3.75202849564486677993e+03,'2026-11-27T21:24:54.353Z',1.09656595543908361861e-02);
INSERT INTO "trial" VALUES(208,X'01A21EE59EA3750789526FB5204BEC2B',1,1,1,13,2,'ok',0,'repetitions',36,1,6.39280052185058593732e+01,6.90752620697021484357e+01,7.05224952697753906241e+01,7.21852531433105468758e+01,7.24388888676961215659e+01,1.25488741256697569073e+01,6.95440139770507812508e+01,7.15999908447265624982e+01,6.92223966121673583984e-01,7.00730015523731708526e-05,1699248.0,384812,3.92448207995984603251e+03,'2026-11-27T21:24:54.353Z',1.22138356039483506748e-02);
INSERT INTO "trial" VALUES(211,X'01A21EE59F2079E28737BB73AB415D55',1,1,2,20,3,'ok',0,'repetitions',36,3,2.37729988098144531241e+01,2.58843364715576171883e+01,2.63730010986328124991e+01,29.4169979095459,2.83822223345438651165e+01,5.37857817648397862342e+00,2.59303340911865234366e+01,2.87206687927246093758e+01,6.92223966121673583984e-01,0.00026174500817433,1671856.0,1591856,4.05231691247197477407e+03,'2026-11-27T21:24:54.567Z',0.00993278521211603);
INSERT INTO "trial" VALUES(213,X'01A21EE59F207B4AB0C556C59D200112',1,1,2,12,2,'ok',0,'repetitions',36,2,2.79000015258789062504e+01,3.04068722724914550789e+01,3.25817527770996093758e+01,3.55723781585693359379e+01,33.13111088011,3.53945805842342897662e+00,3.0921495437622070312e+01,3.39819946289062500008e+01,6.92223966121673583984e-01,2.08994606509804725646e-07,889628.0,24,4.07765217631237737814e+03,'2026-11-27T21:24:54.567Z',0.00618560621380591);
INSERT INTO "trial" VALUES(215,X'01A21EE59F2076F7BCF3C0FC26BD01CE',1,1,2,14,3,'ok',0,'repetitions',36,2,28.218994140625,32.1892523765564,3.3243999481201171875e+01,3.58139982223510742196e+01,3.72039580345153808593e+01,1.18760862492259118279e+01,3.25095024108886718758e+01,3.55085067749023437495e+01,6.92223966121673583984e-01,2.43339003645814955234e-04,1232472.0,1152472,4.07630403403268792329e+03,'2026-11-27T21:24:54.567Z',8.9397922464950867194e-03);
INSERT INTO "trial" VALUES(222,X'01A21EE59F217BD5A7E24FC6C1A36C43',1,1,2,13,2,'ok',0,'repetitions',36,1,6.26139945983886718732e+01,6.69625034332275390633e+01,68.7094955444336,7.06455059051513671857e+01,6.9776057667202422861e+01,8.2602029027797421179e+00,6.74130020141601562491e+01,7.00630035400390625008e+01,6.92223966121673583984e-01,6.91580062266439199447e-05,1234436.0,384812,4.07597154368672954681e+03,'2026-11-27T21:24:54.567Z',8.26787525595416503132e-03);
INSERT INTO "trial" VALUES(223,X'01A21EE59F607D539BE9D57B3F30BE55',1,1,3,12,3,'ok',0,'repetitions',36,4,8.87819957733154296875e+00,9.36218929290771484375e+00,9.85108423233032226562e+00,1.02379374504089355464e+01,1.11832323869069423234e+01,5.74677303946167139514e+00,9.5074005126953125e+00,1.01655979156494140629e+01,6.92223966121673583984e-01,2.75002093985676765441e-07,729072.0,24,3.80315324418164891536e+03,'2026-11-27T21:24:54.752Z',1.04688416188135034745e-02);
INSERT INTO "trial" VALUES(231,X'01A21EE59FB478E69EB07DC4FEAE90B6',1,1,3,14,2,'ok',0,'repetitions',36,3,1.91716632843017578125e+01,2.04914159774780273441e+01,2.07470006942749023441e+01,2.1344999790191650391e+01,2.11166665818956147395e+01,1.24786832651767665147e+00,2.05363330841064453116e+01,2.11866664886474609375e+01,6.92223966121673583984e-01,7.87129974924027919769e-05,1150976.0,1134592,3.9240752564775943938e+03,'2026-11-27T21:24:54.752Z',5.92001561129179218467e-03);
INSERT INTO "trial" VALUES(234,X'01A21EE59FB47614945EF67B7ADD1439',1,1,3,13,2,'ok',0,'repetitions',36,3,2.42696704864501953133e+01,2.53724169731140136718e+01,2.56844987869262695321e+01,2.64285840988159179696e+01,2.67638330459594726558e+01,4.79489712105046539392e+00,2.54440002441406249995e+01,2.59896678924560546879e+01,6.92223966121673583984e-01,6.6790089476853609085e-06,961168.0,236196,4.0773147376145166161e+03,'2026-11-27T21:24:54.752Z',5.39081658756073844179e-03);
INSERT INTO "trial" VALUES(235,X'01A21EE59FB4794EA8344F2FD2980AE1',1,1,3,20,2,'ok',0,'repetitions',36,3,2.1615331649780273437e+01,2.29199180603027343741e+01,2.3340167999267578125e+01,2.42320828437805175776e+01,2.50125373204549141794e+01,6.68439634139214255981e+00,2.3008668899536132812e+01,2.41353359222412109383e+01,6.92223966121673583984e-01,1.42142002005130052566e-04,1757184.0,1740800,3.84943469606298094721e+03,'2026-11-27T21:24:54.752Z',7.34352653783459409508e-03);
INSERT INTO "trial" VALUES(236,X'01A21EE59FB87D2F9A78AF3F1ED898A0',1,1,4,12,3,'ok',0,'repetitions',36,6,8.20999908447265625e+00,8.76749372482299804687e+00,8.94559431076049804687e+00,9.16496515274047851562e+00,8.96448328759935186837e+00,3.61467248111512595709e-01,8.79385757446289,9.044857025146484375e+00,6.92223966121673583984e-01,2.23008100874722e-07,484684.0,24,4.07596280984321583662e+03,'2026-11-27T21:24:54.840Z',1.06346370805774550344e-02);
INSERT INTO "trial" VALUES(242,X'01A21EE59FFC7BF9AE63514D520D4A54',1,1,4,14,2,'ok',0,'repetitions',36,3,1.795566558837890625e+01,1.89204998016357421875e+01,1.93856658935546875e+01,1.98436884880065917968e+01,1.94512499703301315889e+01,0.82123279724296,1.899575042724609375e+01,1.9726001739501953125e+01,6.92223966121673583984e-01,6.28760026302188634872e-05,793600.0,785408,4.07528574162312861531e+03,'2026-11-27T21:24:54.840Z',5.60607606100595873277e-03);
INSERT INTO "trial" VALUES(245,X'01A21EE59FFC767C803C2E77EDCC3AC5',1,1,4,13,2,'ok',0,'repetitions',36,3,2.42456684112548828116e+01,2.56300840377807617178e+01,2.59009971618652343758e+01,2.67021665573120117178e+01,2.72323238054911307423e+01,5.60554372103060494225e+00,2.5676000595092773437e+01,2.66103305816650390633e+01,6.92223966121673583984e-01,6.33399758953601121902e-06,716780.0,236196,4.07765173296977036449e+03,'2026-11-27T21:24:54.840Z',0.00575346212215002);
INSERT INTO "trial" VALUES(246,X'01A21EE59FFC77E89FEBCD9D0C9EA372',1,1,4,26,2,'ok',0,'repetitions',36,2,2.45554981231689453116e+01,2.67343788146972656245e+01,2.76854200363159179691e+01,2.9219417572021484375e+01,3.05557921727498360553e+01,1.64348293794519868522e+01,2.69476642608642578133e+01,2.82035026550292968741e+01,6.92223966121673583984e-01,1.75001332536339759826e-07,484684.0,24,4.0472780629876133388e+03,'2026-11-27T21:24:54.840Z',5.0322051604532389013e-03);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','db56401cc1bc18c8',0,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-11-27T21:24:53.012Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','cc15c765e47559b8',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-11-27T21:24:53.012Z');
INSERT INTO "variant" VALUES(6,'spmv','cpu','coo','a2110820e65053c6',0,'coo{threads=0}','{"threads":["0","1","4","16"]}','2026-11-27T21:24:53.012Z');
INSERT INTO "variant" VALUES(7,'spmv','cpu','hyb','4ef7d06b490e708f',0,'hyb{k=rule,threads=0}','{"k":["rule","p50","p67","p80","p90","p95"],"threads":["0","1","4","16"]}','2026-11-27T21:24:53.012Z');
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
INSERT INTO "verification" VALUES(12,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(13,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(14,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(19,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(24,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(28,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(30,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(42,1,1.5287417287654325726e-01,1.17658853770640055964e-07,0,1,1,'');
INSERT INTO "verification" VALUES(43,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(44,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(52,1,1.5287417287654325726e-01,1.27523562882439371395e-07,0,1,1,'');
INSERT INTO "verification" VALUES(54,1,1.5287417287654325726e-01,1.17658853770640055964e-07,0,1,1,'');
INSERT INTO "verification" VALUES(58,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(61,1,1.5287417287654325726e-01,1.27523562882439371395e-07,0,1,1,'');
INSERT INTO "verification" VALUES(74,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(75,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(76,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(83,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(90,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(105,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(106,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(107,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(119,1,9.23998850225027507088e-02,1.36657034948461617225e-07,0,1,1,'');
INSERT INTO "verification" VALUES(121,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(196,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(198,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(201,1,1.9765811437213723356e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(208,1,1.68710567443942111021e-01,3.58309318513291461113e-16,0,1,1,'');
INSERT INTO "verification" VALUES(211,1,1.5287417287654325726e-01,1.27523562882439371395e-07,0,1,1,'');
INSERT INTO "verification" VALUES(213,1,1.5287417287654325726e-01,1.17658853770640055964e-07,0,1,1,'');
INSERT INTO "verification" VALUES(215,1,1.5287417287654325726e-01,1.25691764318211645907e-07,0,1,1,'');
INSERT INTO "verification" VALUES(222,1,1.5287417287654325726e-01,1.44471313875520962445e-07,0,1,1,'');
INSERT INTO "verification" VALUES(223,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(231,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(234,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(235,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(236,1,8.27032966568125166295e-02,8.1556475575375553073e-08,0,1,1,'');
INSERT INTO "verification" VALUES(242,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(245,1,9.23998850225027507088e-02,1.13422539474520355309e-07,0,1,1,'');
INSERT INTO "verification" VALUES(246,1,9.23998850225027507088e-02,1.36657034948461617225e-07,0,1,1,'');
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
    || coalesce((SELECT format(' --memory %.12g', (r.limits ->> '$.memory_limit') / 1048576.0) FROM run r
                 WHERE r.uuid = run_uuid AND r.limits ->> '$.memory_limit' > 0), '')
    AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
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
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1
);
