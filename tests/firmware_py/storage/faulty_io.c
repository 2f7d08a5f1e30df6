/* A disk that fails: preloaded, it lets the n-th call of a kind fail for files below one folder.

   cc -shared -fPIC -o faulty_io.so faulty_io.c -ldl

   fault_arm(folder, kind, at, error, lasts, slow_ms) from the program itself; before that all is
   well. With lasts the calls after the n-th fail as well. Kinds: open read write sync map truncate.
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

enum { OPEN, READ, WRITE, SYNC, MAP, TRUNCATE };
enum { MOST = 4096 };

static char watched[MOST], folder[512];
static int armed, kind_armed, left, wanted_errno, lasting, delay_ms, hits;

void fault_arm(const char *where, int kind, int at, int error, int lasts, int slow_ms) {
    strncpy(folder, where, sizeof folder - 1);
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
    return armed && folder[0] && path && strncmp(path, folder, strlen(folder)) == 0;
}
static int is_watched(int fd) { return fd >= 0 && fd < MOST && watched[fd]; }
static int watch(int fd, int yes) { if (fd >= 0 && fd < MOST) watched[fd] = (char)yes; return fd; }

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
        return watch(real(path, flags, mode), below(path)); }
#define HOOK_OPENAT(name) \
    int name(int at, const char *path, int flags, ...) { \
        REAL(int, #name, int, const char *, int, ...); MODE(flags) \
        if (below(path) && fails(OPEN)) return -1; \
        return watch(real(at, path, flags, mode), below(path)); }
HOOK_OPEN(open) HOOK_OPEN(open64) HOOK_OPENAT(openat) HOOK_OPENAT(openat64)

int close(int fd) { REAL(int, "close", int); watch(fd, 0); return real(fd); }

#define HOOK(type, name, kind, fd, parameters, arguments) \
    type name parameters { REAL(type, #name, TYPES_##name); \
        if (is_watched(fd) && fails(kind)) return (type)-1; return real arguments; }
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
HOOK(ssize_t, read, READ, fd, (int fd, void *to, size_t n), (fd, to, n))
HOOK(ssize_t, pread, READ, fd, (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
HOOK(ssize_t, pread64, READ, fd, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
HOOK(ssize_t, write, WRITE, fd, (int fd, const void *from, size_t n), (fd, from, n))
HOOK(ssize_t, pwrite, WRITE, fd, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
HOOK(ssize_t, pwrite64, WRITE, fd, (int fd, const void *from, size_t n, off64_t at),
     (fd, from, n, at))
HOOK(int, fsync, SYNC, fd, (int fd), (fd))
HOOK(int, fdatasync, SYNC, fd, (int fd), (fd))
HOOK(int, ftruncate, TRUNCATE, fd, (int fd, off_t n), (fd, n))
HOOK(int, ftruncate64, TRUNCATE, fd, (int fd, off64_t n), (fd, n))

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
