/* SPDX-License-Identifier: BSD-3-Clause */
/** @file
 * The C interface, of the shared library libsptune. docs/c.md has programs, and what the ABI
 * promises.
 *
 * Calls. Every function returns a status, but for the four that return a text or a number at once.
 * After any but SPTUNE_OK nothing was made or changed (but C, by a multiplication that fails), and
 * sptune_last_error() says why. No exception leaves the library.
 *
 * Handles are made by ..._create and by sptune_plan_spmv and the like, and destroyed by the
 * function of their kind, which takes a null pointer, too. One that is null, destroyed or of
 * another kind is an error wherever that can be told: memory of handles is used for handles of one
 * kind only, and 64 others are destroyed before it is used again. Texts that a handle hands out
 * live as long as it does.
 *
 * Lifetime. Matrices are views: the arrays are the caller's, and must outlive every plan that was
 * made of them. Once it is made a plan needs neither dispatcher, options nor the handles of
 * matrices.
 *
 * Threads. Any number of threads may use one dispatcher at once, and run one plan of
 * sptune_plan_spmv or sptune_plan_spmm. All else that belongs to one handle is done by one thread
 * at a time.
 *
 * What operands must be: sptune/matrix.hpp. What runs and updates promise: sptune/plan.hpp. */
#ifndef SPTUNE_SPTUNE_H
#define SPTUNE_SPTUNE_H

#include <stddef.h>
#include <stdint.h>

/** Version of this header, see sptune_version(). */
#define SPTUNE_VERSION_MAJOR 0
#define SPTUNE_VERSION_MINOR 1 /**< See SPTUNE_VERSION_MAJOR. */
#define SPTUNE_VERSION_PATCH 0 /**< See SPTUNE_VERSION_MAJOR. */
/** One number to compare: 10000 * major + 100 * minor + patch. */
#define SPTUNE_VERSION \
  (SPTUNE_VERSION_MAJOR * 10000 + SPTUNE_VERSION_MINOR * 100 + SPTUNE_VERSION_PATCH)

#ifdef __cplusplus
#define SPTUNE_INT : int /* enumerations as C has them: any number may come */
extern "C" {
#else
#define SPTUNE_INT
#endif

/** What a call ends with. Later versions may add more. */
typedef enum sptune_status SPTUNE_INT {
  SPTUNE_OK = 0,             /**< Done. */
  SPTUNE_ERROR_INTERNAL = 1, /**< A bug of the library, or an unexpected failure. */
  SPTUNE_ERROR_ARGUMENT = 2, /**< A null pointer, operands that are no matrices or do not go
                                  together, an unknown value or configuration, a plan of another
                                  kind, one that is busy. */
  SPTUNE_ERROR_INPUT = 3,    /**< A model file that cannot be used. */
  SPTUNE_ERROR_DEVICE = 5,   /**< No GPU, a library without its part, or a GPU that failed. */
  SPTUNE_ERROR_MEMORY = 8,   /**< Not enough memory, of the host or of the GPU. */
  SPTUNE_ERROR_HANDLE = 9    /**< Not a handle of this kind, or destroyed. */
} sptune_status;

/** Type of values; of x, y and the result, too. */
typedef enum sptune_value_type SPTUNE_INT { SPTUNE_F32 = 0, SPTUNE_F64 = 1 } sptune_value_type;
/** Type of row offsets. Column indices are int32_t. */
typedef enum sptune_offset_type SPTUNE_INT { SPTUNE_I32 = 0, SPTUNE_I64 = 1 } sptune_offset_type;
/** Where arrays are: in host memory, or in that of the device that is current. */
typedef enum sptune_space SPTUNE_INT { SPTUNE_HOST = 0, SPTUNE_DEVICE = 1 } sptune_space;
/** What is known of the columns within rows; SPTUNE_ORDER_SORTED: sorted, without duplicates. It is
    believed; one that is wrong ends in wrong results or in reads outside the arrays. */
typedef enum sptune_order SPTUNE_INT {
  SPTUNE_ORDER_UNKNOWN = 0,
  SPTUNE_ORDER_ANY = 1,
  SPTUNE_ORDER_SORTED = 2
} sptune_order;
/** Order of the elements of a dense matrix. */
typedef enum sptune_layout SPTUNE_INT { SPTUNE_ROW_MAJOR = 0, SPTUNE_COL_MAJOR = 1 } sptune_layout;
/** How closely operands are looked at: sptune::Validate of sptune/choice.hpp. */
typedef enum sptune_validate SPTUNE_INT {
  SPTUNE_VALIDATE_NONE = 0,
  SPTUNE_VALIDATE_CHEAP = 1,
  SPTUNE_VALIDATE_FULL = 2
} sptune_validate;
/** Whether first runs try several configurations: sptune::Probe of sptune/choice.hpp. */
typedef enum sptune_probe SPTUNE_INT {
  SPTUNE_PROBE_NONE = 0,
  SPTUNE_PROBE_AT_ONCE = 1,
  SPTUNE_PROBE_AS_PAID = 2
} sptune_probe;
/** What a run of C = A*B makes: sptune::Repeat of sptune/types.hpp. */
typedef enum sptune_repeat SPTUNE_INT {
  SPTUNE_REPEAT_WHOLE = 0,
  SPTUNE_REPEAT_VALUES = 1
} sptune_repeat;

/** What a plan tells of itself in words. */
typedef enum sptune_text SPTUNE_INT {
  SPTUNE_TEXT_EXPLANATION = 0, /**< A few lines: what was chosen, and why. */
  /** What was chosen, as SPTUNE_FORCE takes it; with sptune_options_set_probe it runs first, and
      sptune_options_set_settled tells what won. */
  SPTUNE_TEXT_CONFIGURATION = 1,
  /** forced, predicted, by_size, abstained, learned, no_model, other_machine. */
  SPTUNE_TEXT_MATCH = 2,
  SPTUNE_TEXT_REASON = 3,    /**< One line. */
  SPTUNE_TEXT_CONSIDERED = 4 /**< With sptune_options_set_explain, a line for each candidate. */
} sptune_text;
/** What a plan tells of itself in numbers. */
typedef enum sptune_number SPTUNE_INT {
  SPTUNE_NUMBER_EXPECTED_GAIN = 0, /**< Predicted time of the default over that of the choice. */
  SPTUNE_NUMBER_GAIN_LOW = 1,      /**< Lower end of its interval. */
  SPTUNE_NUMBER_GAIN_HIGH = 2,     /**< Upper end of its interval. */
  SPTUNE_NUMBER_PREDICTED_SECONDS = 3, /**< Of one run; 0 without a prediction. */
  SPTUNE_NUMBER_PREPARE_SECONDS = 4,   /**< One-off, predicted. */
  SPTUNE_NUMBER_BREAK_EVEN_RUNS = 5,   /**< Runs after which it has paid. */
  SPTUNE_NUMBER_DECIDE_SECONDS = 6,    /**< What choosing took. */
  SPTUNE_NUMBER_COPIES_VALUES = 7,     /**< 1: values changed in place count from an update on. */
  SPTUNE_NUMBER_REMEMBERED = 8,        /**< 1: answered by what was kept of an equal pattern. */
  SPTUNE_NUMBER_MEMORY_BYTES = 9       /**< Held beside the caller's arrays. */
} sptune_number;

typedef struct sptune_dispatcher sptune_dispatcher; /**< The models that were loaded. */
typedef struct sptune_matrix sptune_matrix;         /**< A view of a sparse matrix. */
typedef struct sptune_options sptune_options;       /**< What the caller knows and wants. */
typedef struct sptune_plan sptune_plan;             /**< A product ready to run. */

/** Takes a line for people, which is valid during the call. Must not throw. */
typedef void (*sptune_listener)(const char* line, void* user);

/** Version of the library that runs, as SPTUNE_VERSION. */
int sptune_version(void);
/** The same as text, "0.1.0". */
const char* sptune_version_string(void);
/** One line of the last call of this thread that failed, valid until the next does; "" before. */
const char* sptune_last_error(void);
/** "SPTUNE_OK" and so on; "unknown status" for a number that is none. */
const char* sptune_status_name(sptune_status status);
/** Name of the current GPU, valid for ever; SPTUNE_ERROR_DEVICE, and why, where there is none. */
sptune_status sptune_device_name(const char** name);

/** `paths`: model files, or folders of them; one that cannot be used is SPTUNE_ERROR_INPUT, two
    that answer one question for one machine SPTUNE_ERROR_ARGUMENT. None (count 0): those of
    $SPTUNE_MODEL, where either is a warning, or where it is not set those that ship;
    SPTUNE_MODEL=none: none, and the defaults run. Warnings go to `warn` with `user`, one call at a
   time, until the dispatcher is destroyed; a run of a plan gives one, too, where $SPTUNE_LEARNED
   cannot be written. It must not use the dispatcher. Null: to standard error. */
sptune_status sptune_dispatcher_create(sptune_dispatcher** dispatcher, const char* const* paths,
                                       size_t count, sptune_listener warn, void* user);
/** How many models were loaded. */
sptune_status sptune_dispatcher_models(const sptune_dispatcher* dispatcher, size_t* models);
/** Plans that were made live on. */
sptune_status sptune_dispatcher_destroy(sptune_dispatcher* dispatcher);

/** Compressed sparse rows: `row_offsets` holds rows+1 numbers from 0 to nnz, `col_indices` and
    `values` nnz each. Rows may be unsorted and hold duplicates. Arrays are looked at when a plan is
    made. */
sptune_status sptune_matrix_create_csr(sptune_matrix** matrix, int64_t rows, int64_t cols,
                                       int64_t nnz, const void* row_offsets,
                                       sptune_offset_type offset_type, const int32_t* col_indices,
                                       const void* values, sptune_value_type value_type,
                                       sptune_space space);
/** What the caller knows of the columns; SPTUNE_ORDER_UNKNOWN at first. */
sptune_status sptune_matrix_set_order(sptune_matrix* matrix, sptune_order order);
/** Another array of as many values, for plans to come and for sptune_plan_update_values. */
sptune_status sptune_matrix_set_values(sptune_matrix* matrix, const void* values);
/** What a matrix is; any of the pointers may be null. */
sptune_status sptune_matrix_get_csr(const sptune_matrix* matrix, int64_t* rows, int64_t* cols,
                                    int64_t* nnz, const void** row_offsets,
                                    sptune_offset_type* offset_type, const int32_t** col_indices,
                                    const void** values, sptune_value_type* value_type,
                                    sptune_space* space, sptune_order* order);
/** Not for the result of a plan, which is the plan's. */
sptune_status sptune_matrix_destroy(sptune_matrix* matrix);

/** All at their defaults; wherever options are taken a null pointer says the same. */
sptune_status sptune_options_create(sptune_options** options);
/** How often a plan will run: converting must pay within. 1000. */
sptune_status sptune_options_set_expected_runs(sptune_options* options, double runs);
/** What those runs are for C = A*B: SPTUNE_REPEAT_WHOLE, sptune_plan_multiply, or
    SPTUNE_REPEAT_VALUES, after one of them sptune_plan_recompute. */
sptune_status sptune_options_set_repeat(sptune_options* options, sptune_repeat repeat);
/** 0: OMP_NUM_THREADS, or else all cores that the process may use. */
sptune_status sptune_options_set_threads(sptune_options* options, int threads);
/** Bytes that a plan may hold, as sptune/choice.hpp says it. No limit. */
sptune_status sptune_options_set_memory_limit(sptune_options* options, int64_t bytes);
/** A configuration that is taken whatever the model says; null: none. An SPTUNE_FORCE of the same
    operation wins over it. It may keep a copy of values that nobody has promised to leave as they
    are (SPTUNE_NUMBER_COPIES_VALUES). */
sptune_status sptune_options_set_force(sptune_options* options, const char* configuration);
/** Not 0: fill SPTUNE_TEXT_CONSIDERED, which asks every candidate. 0. */
sptune_status sptune_options_set_explain(sptune_options* options, int explain);
/** Not 0 promises that values change by sptune_plan_update_values alone, so that formats that keep
   a copy of them may be chosen. 0. */
sptune_status sptune_options_set_constant_values(sptune_options* options, int constant);
/** SPTUNE_VALIDATE_CHEAP. With SPTUNE_VALIDATE_FULL runs look where x and y are, too, and refuse
    those that overlap. */
sptune_status sptune_options_set_validate(sptune_options* options, sptune_validate validate);
/** A cudaStream_t: choosing and planning for operands on a device follow it. They may wait for it,
   or not: until the arrays are written, runs on other streams have to follow it, too. */
sptune_status sptune_options_set_stream(sptune_options* options, void* stream);
/** The caller's name for the pattern, not 0: a pattern of the same name is not looked at again. */
sptune_status sptune_options_set_pattern_id(sptune_options* options, uint64_t pattern_id);
/** SPTUNE_PROBE_NONE. */
sptune_status sptune_options_set_probe(sptune_options* options, sptune_probe probe);
/** Called by the run that ends probing, with the configuration that won. It may ask the plan
    (sptune_plan_get_text, sptune_plan_get_number); it must not run, update or destroy it. Null:
    nobody. */
sptune_status sptune_options_set_settled(sptune_options* options, sptune_listener settled,
                                         void* user);
/** Plans that were made live on. */
sptune_status sptune_options_destroy(sptune_options* options);

/** A plan for y = alpha*A*x + beta*y. */
sptune_status sptune_plan_spmv(sptune_plan** plan, const sptune_dispatcher* dispatcher,
                               const sptune_matrix* a, const sptune_options* options);
/** A plan for Y = alpha*A*X + beta*Y with `columns` columns. Element (i, j) of X stands at i*ldx +
   j by rows and at i + j*ldx by columns, and so does Y; 0: without gaps. */
sptune_status sptune_plan_spmm(sptune_plan** plan, const sptune_dispatcher* dispatcher,
                               const sptune_matrix* a, int64_t columns, sptune_layout layout,
                               int64_t ldx, int64_t ldy, const sptune_options* options);
/** A plan for C = A*B. */
sptune_status sptune_plan_spgemm(sptune_plan** plan, const sptune_dispatcher* dispatcher,
                                 const sptune_matrix* a, const sptune_matrix* b,
                                 const sptune_options* options);
/** Runs a plan of sptune_plan_spmv or sptune_plan_spmm. x and y are of the matrix's value type and
   in its memory, and share none of it: y takes the place neither of x nor of the matrix's arrays
   (results would be wrong, without an error). y is not read when beta is 0; A and x are read
   whatever alpha is. On a device it is enqueued on `stream` (cudaStream_t, null: the default one),
   on a CPU it is done on return. */
sptune_status sptune_plan_run(sptune_plan* plan, double alpha, const void* x, double beta, void* y,
                              void* stream);
/** Runs a plan of sptune_plan_spgemm. `c` may be null; it and its arrays belong to the plan, until
   it multiplies again. int64_t offsets, no duplicates; its order is said. Where it fails, what was
   handed out before is a matrix without rows, until a product succeeds. */
sptune_status sptune_plan_multiply(sptune_plan* plan, void* stream, const sptune_matrix** c);
/** The values of C again, after a change of values: only after sptune_plan_multiply. Where it fails
    there is no C any more, as there, and sptune_plan_multiply comes first again. */
sptune_status sptune_plan_recompute(sptune_plan* plan, void* stream, const sptune_matrix** c);
/** The values of `a`, and of `b` for C = A*B (else null), take the place of those that the plan was
    made of: as many, of the same type, in the same memory. It may read the arrays from now on. */
sptune_status sptune_plan_update_values(sptune_plan* plan, const sptune_matrix* a,
                                        const sptune_matrix* b, void* stream);
/** What was chosen, in words. */
sptune_status sptune_plan_get_text(const sptune_plan* plan, sptune_text which, const char** text);
/** What was chosen, in numbers. */
sptune_status sptune_plan_get_number(const sptune_plan* plan, sptune_number which, double* number);
/** With its result. Of a device's plan it may wait for the device; where it does not, runs may
   still use the matrix's arrays. */
sptune_status sptune_plan_destroy(sptune_plan* plan);

#ifdef __cplusplus
}
#endif
#endif
