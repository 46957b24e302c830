PRAGMA application_id = 1936749678;
PRAGMA user_version = 13;
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
INSERT INTO "config" VALUES(1,'88ab97818415c27e7835eac24e2754a4',3,'ell{c=8,threads=0}','{"c":8,"threads":0}',1);
INSERT INTO "config" VALUES(2,'405ccb644e78e26efbd7d6ac356d674f',1,'csr{schedule=nnz,width=0,prefetch=false,threads=1}','{"schedule":"nnz","width":0,"prefetch":false,"threads":1}',0);
INSERT INTO "config" VALUES(3,'7ac2331ef4f126199c10b6ba6707268a',1,'csr{schedule=nnz,width=0,prefetch=false,threads=4}','{"schedule":"nnz","width":0,"prefetch":false,"threads":4}',0);
INSERT INTO "config" VALUES(4,'7b6b877a144a913eaf1fba220d7812c3',1,'csr{schedule=nnz,width=0,prefetch=false,threads=16}','{"schedule":"nnz","width":0,"prefetch":false,"threads":16}',0);
INSERT INTO "config" VALUES(5,'0623ac068d65c6e2883f7db6b4afda01',3,'ell{c=32,threads=0}','{"c":32,"threads":0}',0);
INSERT INTO "config" VALUES(6,'9bc1ac5774c8e1a9fcaf7bff1a0a498d',3,'ell{c=8,threads=1}','{"c":8,"threads":1}',0);
INSERT INTO "config" VALUES(7,'519dcba6a6e3735ec901294fda150d47',3,'ell{c=8,threads=4}','{"c":8,"threads":4}',0);
INSERT INTO "config" VALUES(8,'6ab9fd307b9f540d67663332502328df',3,'ell{c=8,threads=16}','{"c":8,"threads":16}',0);
INSERT INTO "config" VALUES(9,'1bcaf326e5570028e1f1728efe1ec76f',1,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":"nnz","width":0,"prefetch":false,"threads":0}',1);
INSERT INTO "config" VALUES(10,'485a181701712906db1cb73c16128b41',1,'csr{schedule=rows,width=0,prefetch=false,threads=0}','{"schedule":"rows","width":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(11,'26c0fb8a3ae0d5fea2a1da58fe71ae05',1,'csr{schedule=merge,width=0,prefetch=false,threads=0}','{"schedule":"merge","width":0,"prefetch":false,"threads":0}',0);
INSERT INTO "config" VALUES(12,'2cbfc53cbeefa52903fb10b2179e689c',1,'csr{schedule=nnz,width=8,prefetch=false,threads=0}','{"schedule":"nnz","width":8,"prefetch":false,"threads":0}',0);
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
INSERT INTO "drift" VALUES(1,'','2026-12-02T00:39:10.470Z',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}',8.33744018554687500027e+02,'0.32 of its threads waited for a core on average');
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
INSERT INTO "failure" VALUES(21,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(22,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(23,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(24,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(25,'fit','the longest row has 1024 entries, a mean of 57: 12582912 bytes, more than 4 times the 712688 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(26,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(27,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(28,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(40,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(41,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(42,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(43,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(56,'fit','the longest row has 796 entries, a mean of 13: 57312000 bytes, more than 4 times the 967828 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(57,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(58,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(59,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(60,'fit','the longest row has 796 entries, a mean of 13: 57464832 bytes, more than 4 times the 967828 of CSR',NULL,NULL);
INSERT INTO "failure" VALUES(61,'fit','threads=1 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(62,'fit','threads=4 is not below the 1 granted: use threads=0',NULL,NULL);
INSERT INTO "failure" VALUES(63,'fit','threads=16 is not below the 1 granted: use threads=0',NULL,NULL);
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
INSERT INTO "hardware" VALUES(1,'8c59402a1687864254b9a39aa1b632e5','AMD EPYC','cpu','x86-64 AuthenticAMD 26/2 avx512',2,0,0,25275953152,'{}');
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
INSERT INTO "load" VALUES(9,2.63946599989139940589e-03,0.631934262486662,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(10,6.84491000356501899659e-04,0.0,1.46093958792617036124e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(16,1.87112610001349821686e-02,5.2124279597882772208e-01,8.01656286013635849523e+02,NULL,NULL,9.99986051158013866668e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(17,1.87112610001349821686e-02,5.2124279597882772208e-01,8.01656286013635849523e+02,NULL,NULL,9.99986051158013866668e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(29,1.20798499847296625375e-03,7.31548819828912056523e-03,1.65564969972990797941e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(33,7.91343998571392148733e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(35,9.25728899892419576644e-03,4.2949777202181660396e-01,2.16045972015394909253e+02,NULL,NULL,9.99968781539823936554e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(39,9.25728899892419576644e-03,4.2949777202181660396e-01,2.16045972015394909253e+02,NULL,NULL,9.99968781539823936554e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(46,8.68400000399560667574e-04,0.0,1.15154306718089446807e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(47,6.20419900042179506272e-03,8.61365504174943397153e-01,0.0,NULL,NULL,9.99806743705724754178e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(49,7.988880006450926885e-04,0.0,0.0,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(54,5.75612700049532577395e-03,7.74764698488449643498e-01,0.0,NULL,NULL,9.99804208566001939573e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(55,5.75612700049532577395e-03,7.74764698488449643498e-01,0.0,NULL,NULL,9.99804208566001939573e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(64,5.91664000239688903093e-04,0.0,1.69014846195626273583e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(68,6.73590000587864778935e-04,1.05173770302686181432e-01,1.48458260830366566549e+03,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(71,6.13813199925061780959e-03,7.39887966005714076134e-02,3.4212362983663128944e+03,NULL,NULL,5.34690358725098624503e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(72,6.13813199925061780959e-03,7.39887966005714076134e-02,3.4212362983663128944e+03,NULL,NULL,5.34690358725098624503e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(75,2.11516879990085726603e-02,5.61081035260934113395e-01,6.14608158016009838327e+02,NULL,NULL,9.26167216573841267646e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(76,2.11516879990085726603e-02,5.61081035260934113395e-01,6.14608158016009838327e+02,NULL,NULL,9.26167216573841267646e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(81,1.30680490001395810395e-02,5.0448685950975424852e-01,1.60697285415563533199e+03,NULL,NULL,1.00014929541747221719e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(83,1.30680490001395810395e-02,5.0448685950975424852e-01,1.60697285415563533199e+03,NULL,NULL,1.00014929541747221719e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(87,1.07101290013815741986e-02,3.82736659798517786512e-01,186.739113949235,NULL,NULL,1.00008132474589417348e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(88,1.07101290013815741986e-02,3.82736659798517786512e-01,186.739113949235,NULL,NULL,1.00008132474589417348e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(89,1.07101290013815741986e-02,3.82736659798517786512e-01,186.739113949235,NULL,NULL,1.00008132474589417348e+00,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(95,1.59141080002882517874e-02,5.35759277230339225894e-01,1.50809583544143902141e+03,NULL,NULL,9.9974186424951205776e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
INSERT INTO "load" VALUES(97,1.59141080002882517874e-02,5.35759277230339225894e-01,1.50809583544143902141e+03,NULL,NULL,9.9974186424951205776e-01,NULL,NULL,NULL,NULL,NULL,NULL,'');
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
INSERT INTO "pass" VALUES(16,1,12,5.71889991760253906232e+01);
INSERT INTO "pass" VALUES(16,2,12,4.43239994049072265607e+01);
INSERT INTO "pass" VALUES(16,3,12,4.52509994506835937482e+01);
INSERT INTO "pass" VALUES(17,1,12,3.26525001525878906245e+01);
INSERT INTO "pass" VALUES(17,2,12,3.32329998016357421866e+01);
INSERT INTO "pass" VALUES(17,3,12,3.61334991455078125e+01);
INSERT INTO "pass" VALUES(35,1,12,1.41192502975463867191e+01);
INSERT INTO "pass" VALUES(35,2,12,1.40356249809265136723e+01);
INSERT INTO "pass" VALUES(35,3,12,1.4130625247955322266e+01);
INSERT INTO "pass" VALUES(39,1,12,1.74893751144409179687e+01);
INSERT INTO "pass" VALUES(39,2,12,1.7360500335693359375e+01);
INSERT INTO "pass" VALUES(39,3,12,1.75258750915527343754e+01);
INSERT INTO "pass" VALUES(54,1,12,1.86353331804275512695e+00);
INSERT INTO "pass" VALUES(54,2,12,1.84066665172576904296e+00);
INSERT INTO "pass" VALUES(54,3,12,1.87240380048751831054e+00);
INSERT INTO "pass" VALUES(55,1,12,2.27424991130828857421e+00);
INSERT INTO "pass" VALUES(55,2,12,2.26952004432678222656e+00);
INSERT INTO "pass" VALUES(55,3,12,2.27692008018493652343e+00);
INSERT INTO "pass" VALUES(71,1,12,2.53298330307006835937e+01);
INSERT INTO "pass" VALUES(71,2,12,2.53314990997314453129e+01);
INSERT INTO "pass" VALUES(71,3,12,25.5570011138916);
INSERT INTO "pass" VALUES(72,1,12,2.50593338012695312491e+01);
INSERT INTO "pass" VALUES(72,2,12,2.54912500381469726558e+01);
INSERT INTO "pass" VALUES(72,3,12,2.50641670227050781258e+01);
INSERT INTO "pass" VALUES(75,1,12,5.80205001831054687508e+01);
INSERT INTO "pass" VALUES(75,2,12,9.30170021057128906284e+01);
INSERT INTO "pass" VALUES(75,3,12,90.8375015258789);
INSERT INTO "pass" VALUES(76,1,12,4.15544986724853515625e+01);
INSERT INTO "pass" VALUES(76,2,12,5.08215007781982421866e+01);
INSERT INTO "pass" VALUES(76,3,12,3.79274997711181640616e+01);
INSERT INTO "pass" VALUES(81,1,12,1.38874998092651367185e+01);
INSERT INTO "pass" VALUES(81,2,12,1.4218250274658203125e+01);
INSERT INTO "pass" VALUES(81,3,12,1.40352501869201660156e+01);
INSERT INTO "pass" VALUES(83,1,12,1.71288747787475585941e+01);
INSERT INTO "pass" VALUES(83,2,12,1.71765003204345703125e+01);
INSERT INTO "pass" VALUES(83,3,12,1.7404499053955078125e+01);
INSERT INTO "pass" VALUES(87,1,12,1.8410167098045349121e+00);
INSERT INTO "pass" VALUES(87,2,12,2.10848331451416);
INSERT INTO "pass" VALUES(87,3,12,2.10316669940948486328e+00);
INSERT INTO "pass" VALUES(88,1,12,2.24688005447387695312e+00);
INSERT INTO "pass" VALUES(88,2,12,2.61416006088256835937e+00);
INSERT INTO "pass" VALUES(88,3,12,2.56768000125885);
INSERT INTO "pass" VALUES(89,1,12,3.52728128433227539062e+00);
INSERT INTO "pass" VALUES(89,2,12,4.22296881675720214843e+00);
INSERT INTO "pass" VALUES(89,3,12,4.04268765449523925781e+00);
INSERT INTO "pass" VALUES(95,1,12,4.27665004730224609366e+01);
INSERT INTO "pass" VALUES(95,2,12,3.40494995117187499995e+01);
INSERT INTO "pass" VALUES(95,3,12,2.75997505187988281241e+01);
INSERT INTO "pass" VALUES(97,1,12,2.95460004806518554687e+01);
INSERT INTO "pass" VALUES(97,2,12,2.95357494354248046875e+01);
INSERT INTO "pass" VALUES(97,3,12,2.54735002517700195303e+01);
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
INSERT INTO "place" VALUES(16,'',0,16);
INSERT INTO "place" VALUES(17,'',0,17);
INSERT INTO "place" VALUES(21,'',20,21);
INSERT INTO "place" VALUES(22,'',20,22);
INSERT INTO "place" VALUES(23,'',20,23);
INSERT INTO "place" VALUES(24,'',20,24);
INSERT INTO "place" VALUES(25,'',20,25);
INSERT INTO "place" VALUES(26,'',20,26);
INSERT INTO "place" VALUES(27,'',20,27);
INSERT INTO "place" VALUES(28,'',20,28);
INSERT INTO "place" VALUES(29,'',20,29);
INSERT INTO "place" VALUES(33,'',20,33);
INSERT INTO "place" VALUES(35,'',20,35);
INSERT INTO "place" VALUES(39,'',20,39);
INSERT INTO "place" VALUES(40,'',39,40);
INSERT INTO "place" VALUES(41,'',39,41);
INSERT INTO "place" VALUES(42,'',39,42);
INSERT INTO "place" VALUES(43,'',39,43);
INSERT INTO "place" VALUES(46,'',39,46);
INSERT INTO "place" VALUES(47,'',39,47);
INSERT INTO "place" VALUES(49,'',39,49);
INSERT INTO "place" VALUES(54,'',39,54);
INSERT INTO "place" VALUES(55,'',39,55);
INSERT INTO "place" VALUES(56,'',55,56);
INSERT INTO "place" VALUES(57,'',55,57);
INSERT INTO "place" VALUES(58,'',55,58);
INSERT INTO "place" VALUES(59,'',55,59);
INSERT INTO "place" VALUES(60,'',55,60);
INSERT INTO "place" VALUES(61,'',55,61);
INSERT INTO "place" VALUES(62,'',55,62);
INSERT INTO "place" VALUES(63,'',55,63);
INSERT INTO "place" VALUES(64,'',55,64);
INSERT INTO "place" VALUES(68,'',55,68);
INSERT INTO "place" VALUES(71,'',55,71);
INSERT INTO "place" VALUES(72,'',55,72);
INSERT INTO "place" VALUES(75,'',0,75);
INSERT INTO "place" VALUES(76,'',0,76);
INSERT INTO "place" VALUES(81,'',20,81);
INSERT INTO "place" VALUES(83,'',20,83);
INSERT INTO "place" VALUES(87,'',39,87);
INSERT INTO "place" VALUES(88,'',39,88);
INSERT INTO "place" VALUES(89,'',39,89);
INSERT INTO "place" VALUES(95,'',55,95);
INSERT INTO "place" VALUES(97,'',55,97);
CREATE TABLE policy (
  -- How a trial is measured. Limits that only end hopeless trials are not part of it.
  policy_id INTEGER PRIMARY KEY, -- key inside this file only
  policy_hash TEXT NOT NULL UNIQUE, -- hash of cache, threads and params
  cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')), -- hot: as in a solver loop; cold: flushed between samples
  threads INTEGER NOT NULL, -- CPU threads granted; 0: all cores of the hardware
  params TEXT NOT NULL CHECK (json_valid(params)) -- JSON object: warm-up, sampling and stop rule
) STRICT;
INSERT INTO "policy" VALUES(1,'3e37409d3fff74a028c622cac8697ec8','hot',1,'{"warmup_runs":2,"pilot_samples":3,"dominated_ratio":3.0,"min_samples":5,"max_samples":10,"confidence_width":0.005,"sample_min_s":5e-05,"time_budget_s":0.005}');
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
INSERT INTO "repeated" VALUES(75,1,1,9,2,72,6,1.91889272869360943962e-01,3.20709991455078125e+01,4.12196254730224609375e+01,5.65952501296997070303e+01,7.30741252899169921883e+01,6.00328056017557756254e+01,3.17303964266083049494e+01,6.1432694509563934293e-01,2.81355023616924881935e-04,5.51000994164496660232e-07,3.51554321568471596034e+03,3.11166428406674383522e-02);
INSERT INTO "repeated" VALUES(76,1,1,10,2,72,6,1.45687371034312479478e-01,3.1821001052856445312e+01,3.45421242713928222656e+01,4.6212749481201171875e+01,6.55570006370544433593e+01,5.35982361634572370681e+01,2.38256062623464259786e+01,1.43038676006547821328e-01,2.81355023616924881935e-04,4.90999809699133e-07,3.51454875759032529455e+03,2.63081588279116332373e-02);
INSERT INTO "repeated" VALUES(81,1,2,12,2,72,6,8.73334110686825593194e-03,1.37587499618530273437e+01,1.40072187185287475585e+01,1.40678751468658447265e+01,1.42320003509521484375e+01,1.43942535453372535414e+01,1.63900904083403564648e+00,3.27972370099895464343e-03,2.783838717732578516e-04,6.21001163381151854991e-07,3.52131914769659806556e+03,1.68760636965089375061e-02);
INSERT INTO "repeated" VALUES(83,1,2,9,2,72,6,0.00698420488366036,1.69172496795654296879e+01,1.72429685592651367183e+01,1.73203749656677246098e+01,1.74632191658020019531e+01,1.95764201217227515883e+01,7.17554018777171886966e+00,1.13495894354555520305e-02,2.783838717732578516e-04,5.31003024661913514137e-07,3520.67868707426,1.35499537022042201156e-02);
INSERT INTO "repeated" VALUES(87,1,3,5,2,72,6,5.52248101433199731213e-02,1.833499908447265625e+00,1.84179584681987762451e+00,1.98187690973281860351e+00,1.99003936350345611572e+00,2.00407207674450349443e+00,3.47832652904042638475e-01,8.3792678502179224198e-02,2.783838717732578516e-04,1.25849983305670320987e-05,3.48413913631908144451e+03,2.38890050002282805508e-02);
INSERT INTO "repeated" VALUES(88,1,3,1,2,72,6,5.85034179201140147608e-02,2.24027991294860839843e+00,2.2622000277042388916e+00,2.4208449721336364746e+00,2.49352750182151794433e+00,2.60024195578363226388e+00,0.710379898837884,0.0858837755478896,2.783838717732578516e-04,1.18129973998293280601e-05,3.48566330794827263167e+03,1.42407490036475792294e-02);
INSERT INTO "repeated" VALUES(89,1,3,9,1,36,3,9.39038139869430854567e-02,3.50981235504150390625e+00,3.77562505006790161132e+00,4.03768754005432128906e+00,4.32459366321563720703e+00,4.37147568331824398768e+00,9.89053299625041404397e-01,NULL,2.783838717732578516e-04,5.7999932323582470417e-07,3.50138856544723103066e+03,1.32477775066490721656e-02);
INSERT INTO "repeated" VALUES(95,1,4,11,2,72,6,1.55036678561085411454e-01,2.44833335876464843741e+01,25.8660626411438,2.96411242485046386727e+01,3.64242506027221679687e+01,3.42015186415778273945e+01,1.58905992948062948499e+01,2.12656810052848171954e-01,2.783838717732578516e-04,6.21001163381151854991e-07,3.51908933987141062972e+03,2.19528899390449318274e-02);
INSERT INTO "repeated" VALUES(97,1,4,9,2,72,6,6.05854087034875532502e-02,2.4579999923706054687e+01,2.52614376544952392569e+01,2.72124166488647460941e+01,2.77175002098083496089e+01,29.7362130218082,1.32636166802924275747e+01,9.56437084089398620312e-02,2.783838717732578516e-04,5.59999534743838e-07,3.51955185860578967545e+03,3.00287509428623367035e-02);
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
INSERT INTO "run" VALUES(1,'01a23430-e697-7f6d-a33f-4e8716684900',1,'quick','{}','finished','ba3299655184fe1c0b9dd540080366a672aacc4f',0,'{"prepare_limit_s":60.0,"run_limit_s":60.0,"measure_limit_s":60.0,"memory_limit":0}','{"samples":"left out"}','2026-12-02T00:39:09.720Z','2026-12-02T00:39:11.269Z');
CREATE TABLE samples (
  -- Every sample of every phase.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- total; symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- how many
  us BLOB NOT NULL CHECK (length(us) = 4 * n), -- little-endian float32, microseconds per run, in order
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;
INSERT INTO "samples" VALUES(9,'total',10,X'856BBC42B2DDA042EC11834260E545428F421C42B7F30D42B89E07427553A0426BBC0642F47D0442');
INSERT INTO "samples" VALUES(10,'total',10,X'33B3B242C97674423F351842235B26422D325042A69B03426F920342871603426F9203427D3F0342');
INSERT INTO "samples" VALUES(29,'total',10,X'E3E59C4175139C414A0CAC41FCA9AB4158D92242C78BD641B0B29C41E77B004221B0AC413749AB41');
INSERT INTO "samples" VALUES(33,'total',10,X'568E6441C0CA624104D6DA4127316441D94E6141CF7761418796614187966141926D6141B7F36141');
INSERT INTO "samples" VALUES(46,'total',10,X'DFDE9E404C9E564093B1564017D956408C449B4073CF564091865740A4FF5640BAE2564080BD9B40');
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
INSERT INTO "trial" VALUES(1,X'01A23430E98872C79199D8A653C00716',1,1,1,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(2,X'01A23430E9897A61BCF1820B1C42CFC3',1,1,1,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(3,X'01A23430E9897FB7A4B043E3507DB30E',1,1,1,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(4,X'01A23430E9897CE6A37ABD20217A782C',1,1,1,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(5,X'01A23430E989794FA6557BB7F9B2A33A',1,1,1,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(6,X'01A23430E9897ADABC7C132ED106B202',1,1,1,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(7,X'01A23430E98971259E131C3682C41E49',1,1,1,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(8,X'01A23430E9897FE0B99AEC8C8A1A58A1',1,1,1,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.472Z',0.0);
INSERT INTO "trial" VALUES(9,X'01A23430E989774A89F6027E87FB8ACE',1,1,1,9,1,'ok',0,'max_samples',10,1,3.31230010986328125008e+01,3.43007497787475585933e+01,4.42694988250732421883e+01,7.65060024261474609392e+01,54.5080005645752,2.34974152470650778914e+01,3.36840019226074218741e+01,8.04329986572265624982e+01,2.86505557596683502197e-04,8.81000232766382396221e-07,1354440.0,16,3.48398207779302583738e+03,'2026-12-02T00:39:10.473Z',2.1087425999212427996e-02);
INSERT INTO "trial" VALUES(10,X'01A23430E99F7CCE94B3B34E12B8E4EE',1,1,1,10,1,'ok',0,'max_samples',10,1,3.27719993591308593754e+01,3.28930015563964843754e+01,3.54769992828369140625e+01,4.94340000152587890616e+01,4.4642800140380856531e+01,1.84768976983204069597e+01,32.8120002746582,6.11160011291503906232e+01,2.86505557596683502197e-04,7.2100010584108531475e-07,1354440.0,16,3.48447454187543280575e+03,'2026-12-02T00:39:10.495Z',4.74775200018484611064e-03);
INSERT INTO "trial" VALUES(16,X'01A23430EA3871C597E233040485A64D',1,1,1,10,2,'ok',0,'repetitions',36,1,3.21210021972656250004e+01,3.57930002212524414053e+01,5.08710002899169921875e+01,7.24047508239746093758e+01,5.8180666817559135496e+01,2.73247004660194505723e+01,3.9465000152587890625e+01,6.881099700927734375e+01,2.86505557596683502197e-04,5.41998815606348216533e-07,1354440.0,16,3.4772544557277760759e+03,'2026-12-02T00:39:10.526Z',1.72573049997784729037e-02);
INSERT INTO "trial" VALUES(17,X'01A23430EA387B1ABFA376A7EBC51C09',1,1,1,9,2,'ok',0,'repetitions',36,1,3.20709991455078125e+01,3.25495004653930664062e+01,3.34484996795654296883e+01,41.7447509765625,3.95640276802910690889e+01,1.34662140147137137096e+01,3.26730003356933593758e+01,3.67099990844726562508e+01,2.86505557596683502197e-04,5.51000994164496660232e-07,1354440.0,16,3.47889030245585809098e+03,'2026-12-02T00:39:10.526Z',1.4477674002894977065e-02);
INSERT INTO "trial" VALUES(21,X'01A23430EA4974B8BD042FA429668C86',1,1,2,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(22,X'01A23430EA4971018691607593E58E14',1,1,2,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(23,X'01A23430EA4973C180406B67E8781A09',1,1,2,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(24,X'01A23430EA497BBEA99BCCFDEAE96F74',1,1,2,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(25,X'01A23430EA4977B5B046B9DF8B75AE5B',1,1,2,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(26,X'01A23430EA4976518F10ABA8E5B26724',1,1,2,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(27,X'01A23430EA497431BBF1A2F789A2E4B0',1,1,2,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(28,X'01A23430EA4979228A5973B7C557EE2F',1,1,2,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.665Z',0.0);
INSERT INTO "trial" VALUES(29,X'01A23430EA4E7DB8A5FFF6E16835F666',1,1,2,9,1,'ok',0,'max_samples',10,4,1.95095005035400390625e+01,2.00618743896484375e+01,2.14820003509521484375e+01,2.55101881027221679678e+01,2.44321249008178718051e+01,6.9556359156687870282e+00,1.9587249755859375e+01,3.21209983825683593745e+01,2.85284710116684436798e-04,7.51997504266910254955e-07,729072.0,16,3.50484861871771317975e+03,'2026-12-02T00:39:10.670Z',4.54887300111295189708e-03);
INSERT INTO "trial" VALUES(33,X'01A23430EA627F2DB77B7EED6A75786A',1,1,2,12,1,'ok',0,'max_samples',10,4,1.40817499160766601562e+01,1.40936250686645507816e+01,1.41106252670288085933e+01,1.42401249408721923832e+01,1.54659000396728512076e+01,4.177876451628349308e+00,1.40892505645751953125e+01,1.42847499847412109375e+01,2.85284710116684436798e-04,6.71001544105820357799e-07,729072.0,16,3.4849688027612651239e+03,'2026-12-02T00:39:10.690Z',1.65770899911876767873e-03);
INSERT INTO "trial" VALUES(35,X'01A23430EA6A7213BC03BD16D83016C4',1,1,2,12,2,'ok',0,'repetitions',36,4,1.39990005493164062501e+01,1.40591874122619628906e+01,1.41005001068115234375e+01,1.42407503128051757812e+01,1.45068403349982375516e+01,2.00275289441317960736e+00,1.40640001296997070308e+01,1.4149250030517578125e+01,2.85284710116684436798e-04,6.62001184537075459957e-07,729072.0,16,3.49899855517528931159e+03,'2026-12-02T00:39:10.698Z',0.00804541019933822);
INSERT INTO "trial" VALUES(39,X'01A23430EA9E703EA48480B939610F5D',1,1,2,9,2,'ok',0,'repetitions',36,4,1.6944499969482421875e+01,1.7364687442779541016e+01,1.74593744277954101562e+01,1.75513753890991210937e+01,1.96570278803507498821e+01,5.18284252702628212006e+00,1.7385499954223632812e+01,1.75435009002685546875e+01,2.85284710116684436798e-04,5.6099997891578823328e-07,729072.0,16,3.49799773365061037106e+03,'2026-12-02T00:39:10.698Z',5.1224951934273118409e-03);
INSERT INTO "trial" VALUES(40,X'01A23430EAA978D6A20501F9F3FD7D02',1,1,3,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.761Z',0.0);
INSERT INTO "trial" VALUES(41,X'01A23430EAA97187B76CCDA8ED354A39',1,1,3,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.761Z',0.0);
INSERT INTO "trial" VALUES(42,X'01A23430EAA979B7816F8F076DB765C3',1,1,3,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.761Z',0.0);
INSERT INTO "trial" VALUES(43,X'01A23430EAA974CDAA5E7C2DC248D63E',1,1,3,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.761Z',0.0);
INSERT INTO "trial" VALUES(46,X'01A23430EAAE7654A4B0D9FC220F278F',1,1,3,9,1,'ok',0,'max_samples',10,17,3.35341167449951171875e+00,3.35655879974365234375e+00,3.35847067832946777343e+00,4.48098522424697875976e+00,3.81896471977233886718e+00,7.42807175482638415431e-01,3.35458827018737792968e+00,4.86688232421875,2.85284710116684436798e-04,6.91999957780353724956e-07,124840.0,16,3.4800405673098125589e+03,'2026-12-02T00:39:10.766Z',0.00548958999934257);
INSERT INTO "trial" VALUES(47,X'01A23430EAB47D85AB13C20EE90810CA',1,1,3,1,1,'ok',0,'confidence',10,25,2.26072001457214355468e+00,2.26557993888855,2.26971995830535888671e+00,2.27092003822326660156e+00,2.43226001262664803803e+00,5.2073026139380207411e-01,2.26148009300231933593e+00,2.27232003211975097656e+00,2.85284710116684436798e-04,1.2804997822968289256e-05,117664.0,96000,3.48398117939131316228e+03,'2026-12-02T00:39:10.772Z',1.00421600000117905437e-02);
INSERT INTO "trial" VALUES(49,X'01A23430EAC178C9B5F5D81E839F38F2',1,1,3,5,1,'ok',0,'max_samples',10,30,1.83883333206176757812e+00,1.8425832986831665039e+00,1.8435166478157043457e+00,1.84459161758422851562e+00,2.13178998231887817382e+00,6.6040794227056509591e-01,1.84150004386901855468e+00,2.74893331527709960937e+00,2.85284710116684436798e-04,1.2743999832309782505e-05,118432.0,96768,3.46972408142380572826e+03,'2026-12-02T00:39:10.784Z',1.74151899955177213996e-03);
INSERT INTO "trial" VALUES(54,X'01A23430EACF739E8DC3BD343966B46B',1,1,3,5,2,'ok',0,'repetitions',36,30,1.83716666698455810546e+00,1.84233331680297851562e+00,1.86458718776702880859e+00,1.8706537783145904541e+00,1.89977934294276762372e+00,2.41888089487428459278e-01,1.8582000732421875e+00,1.86892306804656982421e+00,2.85284710116684436798e-04,1.26149989227997139096e-05,118432.0,96768,3.4672951360766232937e+03,'2026-12-02T00:39:10.799Z',0.00982123949961533);
INSERT INTO "trial" VALUES(55,X'01A23430EAE17550A64D260EEAF32FA2',1,1,3,1,2,'ok',0,'repetitions',36,10,2.26030015945434570312e+00,2.2697200775146484375e+00,2.27400994300842285156e+00,2.27889496088027954101e+00,2.51884057124455784659e+00,8.58336601285718758802e-01,2.27035999298095703125e+00,2.27712011337280273437e+00,2.85284710116684436798e-04,1.18129973998293280601e-05,117664.0,96000,3.46844218931895920837e+03,'2026-12-02T00:39:10.799Z',6.06908250028936890885e-03);
INSERT INTO "trial" VALUES(56,X'01A23430EAF479B2818CF15C29427AA1',1,1,4,1,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(57,X'01A23430EAF47CD88076AF88AAFD4BD3',1,1,4,2,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(58,X'01A23430EAF47980BFFDC6A02FF5625A',1,1,4,3,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(59,X'01A23430EAF4700C9BC4E3A0BC9C9E5E',1,1,4,4,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(60,X'01A23430EAF47F21AB71F817189A60A5',1,1,4,5,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(61,X'01A23430EAF47734AEDA770E27381215',1,1,4,6,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(62,X'01A23430EAF47874A47FE0652EAAD70A',1,1,4,7,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(63,X'01A23430EAF47D2C8723F30DDE6FD81D',1,1,4,8,1,'refused',0,NULL,0,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,0,NULL,'2026-12-02T00:39:10.836Z',0.0);
INSERT INTO "trial" VALUES(64,X'01A23430EAF5758EAEB73596511AF8A7',1,1,4,9,1,'ok',0,'max_samples',10,1,2.52989997863769531258e+01,2.58767495155334472647e+01,2.62599983215332031258e+01,2.80732498168945312491e+01,2.88047994613647446726e+01,6.15519703600911771701e+00,2.57890014648437499995e+01,3.18199996948242187495e+01,2.85284710116684436798e-04,6.31000148132443428039e-07,1063828.0,16,3.48992507366595964418e+03,'2026-12-02T00:39:10.837Z',9.63424499968823511153e-03);
INSERT INTO "trial" VALUES(68,X'01A23430EB0C7C5CA006AD8C8E93DD09',1,1,4,11,1,'ok',0,'max_samples',10,1,2.60599994659423828125e+01,2.71599998474121093758e+01,3.28369998931884765625e+01,5.62802486419677734392e+01,50.1012996673584,4.02026681797733260754e+01,2.67399997711181640629e+01,6.77180023193359374982e+01,2.85284710116684436798e-04,8.02001522970385849475e-07,1063828.0,32,3.49986498164418344453e+03,'2026-12-02T00:39:10.860Z',2.26039500012120697647e-03);
INSERT INTO "trial" VALUES(71,X'01A23430EB367FC29545E07870C4CA2E',1,1,4,9,2,'ok',0,'repetitions',36,3,2.4579999923706054687e+01,2.50310006141662597664e+01,2.53748331069946289053e+01,2.56694998741149902352e+01,2.75573981073167573185e+01,8.64833258187149311879e+00,25.1510009765625,2.5625667572021484375e+01,2.85284710116684436798e-04,5.59999534743838e-07,1063828.0,16,3.52109639934021242881e+03,'2026-12-02T00:39:10.865Z',7.11371660654549434893e-03);
INSERT INTO "trial" VALUES(72,X'01A23430EB3675EBA46230F64350CE88',1,1,4,11,2,'ok',0,'repetitions',36,3,2.44833335876464843741e+01,2.47836246490478515633e+01,2.52172498703002929683e+01,2.55548753738403320321e+01,2.67867732577853736577e+01,4.94101594271828137294e+00,2.48369998931884765629e+01,2.55216674804687499995e+01,2.85284710116684436798e-04,6.21001163381151854991e-07,1063828.0,32,3.51949534468373167322e+03,'2026-12-02T00:39:10.865Z',6.46457060029206279777e-03);
INSERT INTO "trial" VALUES(75,X'01A23430EB3D7C04B306B7DFE705E9F3',1,1,1,9,3,'ok',0,'repetitions',36,1,3.6438999176025390625e+01,4.98897504806518554687e+01,7.97420005798339843767e+01,1.04403499603271484371e+02,8.05015835232204892725e+01,3.16098164081277595012e+01,6.39610023498535156232e+01,94.7300033569336,2.81355023616924881935e-04,6.60998921375721693038e-07,1354440.0,16,3.5521961289135738297e+03,'2026-12-02T00:39:10.909Z',1.66389688377724595524e-02);
INSERT INTO "trial" VALUES(76,X'01A23430EB9C78459DDF8C9732DC0515',1,1,1,10,3,'ok',0,'repetitions',36,1,3.1821001052856445312e+01,33.2912483215332,4.15544986724853515625e+01,5.87092504501342773428e+01,4.90158055093553315364e+01,1.90184476177809393959e+01,35.1870002746582,51.4379997253418,2.81355023616924881935e-04,4.90999809699133e-07,1354440.0,16,3.55184305945287496792e+03,'2026-12-02T00:39:10.909Z',0.00905085382813316);
INSERT INTO "trial" VALUES(81,X'01A23430EBA1791EB491CEB78EEB0292',1,1,2,12,3,'ok',0,'repetitions',36,4,1.37587499618530273437e+01,1.39552500247955322263e+01,1.40352501869201660156e+01,1.42232503890991210937e+01,1.42816667556762695308e+01,1.18842714968481844017e+00,1.3969249725341796875e+01,1.42020006179809570316e+01,2.783838717732578516e-04,6.21001163381151854991e-07,729072.0,16,3.54363974021790681953e+03,'2026-12-02T00:39:11.009Z',8.83065349717071512714e-03);
INSERT INTO "trial" VALUES(83,X'01A23430EBE8782485AF4E686646A34C',1,1,2,9,3,'ok',0,'repetitions',36,4,1.69172496795654296879e+01,1.71212496757507324218e+01,1.7181375503540039062e+01,1.73750629425048828125e+01,1.94958123630947532944e+01,8.80753241745271,17.1302490234375,1.7350500106811523437e+01,2.783838717732578516e-04,5.31003024661913514137e-07,729072.0,16,3.54335964049790936767e+03,'2026-12-02T00:39:11.009Z',8.42745850877690827473e-03);
INSERT INTO "trial" VALUES(87,X'01A23430EBED73F28BB4FA591816266E',1,1,3,5,3,'ok',0,'repetitions',36,30,1.833499908447265625e+00,1.84125837683677673339e+00,2.09916663169860839843e+00,2.10942494869232177734e+00,2.10836481054623936515e+00,4.05643388024947371128e-01,1.84449994564056396484e+00,2.10599994659423828125e+00,2.783838717732578516e-04,1.25849983305670320987e-05,118432.0,96768,3.50098313656153914061e+03,'2026-12-02T00:39:11.085Z',1.4067765500612949836e-02);
INSERT INTO "trial" VALUES(88,X'01A23430EC3C72CE9D6332511D81CA32',1,1,3,1,3,'ok',0,'repetitions',36,25,2.24027991294860839843e+00,2.2546799778938293457e+00,2.56768000125885,2.70816004276275634765e+00,2.68164334032270623708e+00,5.22804690652554415741e-01,2.55927991867065429687e+00,2.61256003379821777343e+00,2.783838717732578516e-04,1.18620009743608534336e-05,117664.0,96000,3.50288442657758560027e+03,'2026-12-02T00:39:11.085Z',0.00817166650335821);
INSERT INTO "trial" VALUES(89,X'01A23430EC3C76768F5930D38D8A3904',1,1,3,9,2,'ok',0,'repetitions',36,16,3.50981235504150390625e+00,3.77562505006790161132e+00,4.03768754005432128906e+00,4.32459366321563720703e+00,4.37147568331824398768e+00,9.89053299625041293374e-01,3.99762487411499023437e+00,4.202312469482421875e+00,2.783838717732578516e-04,5.7999932323582470417e-07,124840.0,16,3.50138856544723103066e+03,'2026-12-02T00:39:11.085Z',1.32477775066490721656e-02);
INSERT INTO "trial" VALUES(95,X'01A23430EC42758395910AF55D486535',1,1,4,11,3,'ok',0,'repetitions',36,1,2.53885002136230468754e+01,2.69485006332397460928e+01,3.4064998626708984375e+01,4.72936258316040039053e+01,4.16162640253702775794e+01,1.9357808079526371614e+01,2.82630004882812500008e+01,4.40639991760253906232e+01,2.783838717732578516e-04,7.50000253901816904544e-07,1063828.0,32,3.51868333505908913129e+03,'2026-12-02T00:39:11.170Z',1.54883193387528681622e-02);
INSERT INTO "trial" VALUES(97,X'01A23430ECA3746191551B6757BFDDD1',1,1,4,9,3,'ok',0,'repetitions',36,2,2.46070003509521484375e+01,2.54918746948242187495e+01,2.90500001907348632812e+01,2.97655005455017089843e+01,3.19150279362996407432e+01,1.65019406596002582432e+01,2.55635013580322265633e+01,2.95715007781982421866e+01,2.783838717732578516e-04,6.40000507701188325881e-07,1063828.0,16,3.51800731787136646737e+03,'2026-12-02T00:39:11.170Z',2.2915034336316843222e-02);
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
INSERT INTO "variant" VALUES(1,'spmv','cpu','csr','199c1352ef0ddd8d',0,'csr{schedule=nnz,width=0,prefetch=false,threads=0}','{"schedule":["nnz","rows","merge"],"width":["0","8","4","1"],"prefetch":["false","true"],"threads":["0","1","4","16"]}','2026-12-02T00:39:09.719Z');
INSERT INTO "variant" VALUES(3,'spmv','cpu','ell','b2fee7ffe8277303',0,'ell{c=8,threads=0}','{"c":["8","32"],"threads":["0","1","4","16"]}','2026-12-02T00:39:09.719Z');
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
INSERT INTO "verification" VALUES(9,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(10,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(16,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(17,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(29,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(33,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(35,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(39,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(46,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(47,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(49,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(54,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(55,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(64,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(68,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(71,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(72,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(75,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(76,1,1.68710567443942111021e-01,3.67078950771863795309e-16,0,1,1,'');
INSERT INTO "verification" VALUES(81,1,1.87174215134315313768e-01,3.32488197213215469407e-16,0,1,1,'');
INSERT INTO "verification" VALUES(83,1,1.87143561859067109054e-01,3.32433746058078351823e-16,0,1,1,'');
INSERT INTO "verification" VALUES(87,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(88,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(89,1,2.06096625092978602555e-01,3.66101149561222462464e-16,0,1,1,'');
INSERT INTO "verification" VALUES(95,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
INSERT INTO "verification" VALUES(97,1,1.74923652595211504001e-01,2.97387172704123579902e-16,0,1,1,'');
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
CREATE VIEW repetition AS
  -- The attempts that a result stands on where its configuration was measured again in repetitions: verified, and
  -- followed by nothing but further repetitions, failures, and what the search of another occasion measured alone.
SELECT
  h.context_id AS context_id, -- trials of one context may be compared
  h.problem_id AS problem_id, -- row of problem
  h.config_id AS config_id, -- row of config
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
FROM trial h -- of each key the first in repetitions: the newest attempt and the last that parts them are looked for once
CROSS JOIN trial t ON t.trial_id = (
  SELECT n.trial_id FROM trial n
  WHERE n.context_id = h.context_id AND n.problem_id = h.problem_id AND n.config_id = h.config_id
    AND n.outcome IN ('ok', 'dominated', 'wrong_result') AND n.reaped = 0
  ORDER BY n.started_at DESC, n.attempt DESC LIMIT 1)
LEFT JOIN trial b ON b.trial_id = (
  SELECT n.trial_id FROM trial n
  WHERE n.context_id = h.context_id AND n.problem_id = h.problem_id AND n.config_id = h.config_id AND n.reaped = 0
    AND (n.outcome = 'wrong_result' OR (n.outcome IN ('ok', 'dominated') AND n.stop_reason = 'rounds')
         OR (n.outcome = 'dominated' AND n.stop_reason = 'repetitions'))
  ORDER BY n.started_at DESC, n.attempt DESC LIMIT 1)
CROSS JOIN trial o ON o.context_id = h.context_id AND o.problem_id = h.problem_id AND o.config_id = h.config_id
CROSS JOIN verification x ON x.trial_id = o.trial_id
WHERE h.stop_reason = 'repetitions'
  AND NOT EXISTS (
    SELECT 1 FROM trial e
    WHERE e.context_id = h.context_id AND e.problem_id = h.problem_id AND e.config_id = h.config_id
      AND e.stop_reason = 'repetitions' AND e.trial_id < h.trial_id)
  AND t.outcome = 'ok' AND t.stop_reason = 'repetitions'
  AND o.outcome = 'ok' AND o.reaped = 0 AND o.stop_reason IN ('repetitions', 'rounds') AND x.ok = 1
  AND (b.trial_id IS NULL OR (o.started_at, o.attempt) >= (b.started_at, b.attempt))
  AND NOT EXISTS ( -- measured alone, by the same run
    SELECT 1 FROM trial c
    WHERE c.context_id = o.context_id AND c.problem_id = o.problem_id AND c.config_id = o.config_id AND +c.run_id = o.run_id
      AND c.outcome IN ('ok', 'dominated') AND c.reaped = 0 AND coalesce(c.stop_reason, '') NOT IN ('repetitions', 'rounds')
      AND (c.started_at, c.attempt) > (o.started_at, o.attempt));
CREATE VIEW features AS
  -- Features of each matrix, a column each, in the newest version of their meaning; NULL where undefined, not computed, or of an older version.
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
LEFT JOIN feature_def d ON d.feature_id = f.feature_id
  AND d.version = (SELECT max(n.version) FROM feature_def n WHERE n.name = d.name)
GROUP BY m.matrix_id;
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
    || iif(EXISTS (SELECT 1 FROM problem q JOIN matrix m ON m.matrix_id IN (q.a_id, q.b_id)
                   WHERE q.problem_id = trial_flat.problem_id AND m.read_report ->> '$.values_seeded'),
           ' --seeded-values', '')
    AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
