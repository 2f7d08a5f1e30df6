/* A disk that fails: preloaded, it lets the n-th call of a kind fail for files below one folder.

   cc -shared -fPIC -o faulty_io.so faulty_io.c -ldl

   fault_watch(folder), and later fault_arm(kind, at, error, lasts, slow_ms), from the program itself;
   before that all is well. With lasts the calls after the n-th fail as well. Kinds: open read write
   sync map truncate, and head: reads of the first page of the file whose name ends in ".db".
   Two more stand for places that cannot be read: page and log, reads that touch page `at` of that
   file, counted from 0, or as many bytes of its log; they fail until they are disarmed.
   With slow_ms the calls do not fail but take that long. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN, READ, WRITE, SYNC, MAP, TRUNCATE, HEAD, BAD_PAGE, BAD_LOG };
enum { MOST = 4096, PAGE = 4096 };
enum { WATCHED = 1, DATABASE = 2, LOG = 3 };

static char watched[MOST], folder[512];
static int armed, kind_armed, left, wanted_errno, lasting, delay_ms, hits;

void fault_watch(const char *where) { strncpy(folder, where, sizeof folder - 1); }
void fault_arm(int kind, int at, int error, int lasts, int slow_ms) {
    kind_armed = kind; left = at; wanted_errno = error; lasting = lasts; delay_ms = slow_ms;
    hits = 0;
    armed = 1;
}
void fault_disarm(void) { armed = 0; }
int fault_hits(void) { return hits; }

static int fails(int kind) {
    if (!armed || kind != kind_armed) return 0;
    left--;
    if (left > 0 || (left < 0 && !lasting)) return 0;
    hits++;
    if (delay_ms) { usleep(delay_ms * 1000u); return 0; }
    errno = wanted_errno;
    return 1;
}
static int below(const char *path) {
    return folder[0] && path && strncmp(path, folder, strlen(folder)) == 0;
}
static int what(const char *path) {
    size_t n = path ? strlen(path) : 0;
    if (!below(path)) return 0;
    if (n > 7 && strcmp(path + n - 7, ".db-wal") == 0) return LOG;
    return n > 3 && strcmp(path + n - 3, ".db") == 0 ? DATABASE : WATCHED;
}
static int is_watched(int fd) { return fd >= 0 && fd < MOST && watched[fd]; }
static int watch(int fd, int yes) { if (fd >= 0 && fd < MOST) watched[fd] = (char)yes; return fd; }
static int fails_at_head(int fd, off64_t at) {
    return at < PAGE && is_watched(fd) && watched[fd] == DATABASE && fails(HEAD);
}
static int is_bad_place(int fd, off64_t at, size_t n) {
    int bad = kind_armed == BAD_PAGE ? DATABASE : LOG;
    off64_t from = (off64_t)left * PAGE;
    if (!armed || kind_armed < BAD_PAGE || !is_watched(fd) || watched[fd] != bad) return 0;
    if (at + (off64_t)n <= from || at >= from + PAGE) return 0;
    hits++;
    errno = wanted_errno;
    return 1;
}

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)
#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); \
        mode = va_arg(more, mode_t); va_end(more); }
#define HOOK_OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(int, #name, const char *, int, ...); MODE(flags) \
        if (below(path) && fails(OPEN)) return -1; \
        return watch(real(path, flags, mode), what(path)); }
#define HOOK_OPENAT(name) \
    int name(int at, const char *path, int flags, ...) { \
        REAL(int, #name, int, const char *, int, ...); MODE(flags) \
        if (below(path) && fails(OPEN)) return -1; \
        return watch(real(at, path, flags, mode), what(path)); }
HOOK_OPEN(open) HOOK_OPEN(open64) HOOK_OPENAT(openat) HOOK_OPENAT(openat64)

int close(int fd) { REAL(int, "close", int); watch(fd, 0); return real(fd); }

#define HOOK_AT(type, name, kind, place, parameters, arguments) \
    type name parameters { REAL(type, #name, TYPES_##name); \
        if (place || (is_watched(fd) && fails(kind))) return (type)-1; \
        return real arguments; }
#define HOOK(type, name, kind, parameters, arguments) \
    HOOK_AT(type, name, kind, 0, parameters, arguments)
#define BAD_AT(at) (fails_at_head(fd, at) || is_bad_place(fd, at, n))
#define TYPES_read int, void *, size_t
#define TYPES_write int, const void *, size_t
#define TYPES_pread int, void *, size_t, off_t
#define TYPES_pread64 int, void *, size_t, off64_t
#define TYPES_pwrite int, const void *, size_t, off_t
#define TYPES_pwrite64 int, const void *, size_t, off64_t
#define TYPES_fsync int
#define TYPES_fdatasync int
#define TYPES_ftruncate int, off_t
#define TYPES_ftruncate64 int, off64_t
HOOK_AT(ssize_t, read, READ, BAD_AT(lseek64(fd, 0, SEEK_CUR)),
        (int fd, void *to, size_t n), (fd, to, n))
HOOK_AT(ssize_t, pread, READ, BAD_AT(at), (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
HOOK_AT(ssize_t, pread64, READ, BAD_AT(at),
        (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
HOOK(ssize_t, write, WRITE, (int fd, const void *from, size_t n), (fd, from, n))
HOOK(ssize_t, pwrite, WRITE, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
HOOK(ssize_t, pwrite64, WRITE, (int fd, const void *from, size_t n, off64_t at),
     (fd, from, n, at))
HOOK(int, fsync, SYNC, (int fd), (fd))
HOOK(int, fdatasync, SYNC, (int fd), (fd))
HOOK(int, ftruncate, TRUNCATE, (int fd, off_t n), (fd, n))
HOOK(int, ftruncate64, TRUNCATE, (int fd, off64_t n), (fd, n))

void *mmap(void *at, size_t n, int may, int flags, int fd, off_t from) {
    REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
    if (is_watched(fd) && fails(MAP)) return MAP_FAILED;
    return real(at, n, may, flags, fd, from);
}
void *mmap64(void *at, size_t n, int may, int flags, int fd, off64_t from) {
    REAL(void *, "mmap64", void *, size_t, int, int, int, off64_t);
    if (is_watched(fd) && fails(MAP)) return MAP_FAILED;
    return real(at, n, may, flags, fd, from);
}
