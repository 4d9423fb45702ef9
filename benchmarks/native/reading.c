// Ways to read files, measured against each other in one process: all files of a folder are listed once, then each way
// reads all of them, in turn, round after round. Nothing is digested, but a byte of every cache line that was read is
// looked at, as a digest would, so that a mapping pays for what it maps.
//
// usage: reading FOLDER warm|cold ROUNDS WAY...
// prints a line for each turn: number of the way, seconds, processor seconds, waits (voluntary switches), requests to
// the device, files read, bytes read
//
// cold: the content of these files is dropped before each turn, while names and inodes stay known, as after a walk.
//
// A WAY is words with commas between them; without any it is the engine's way: statx after openat on the folder's kept
// handle, pread in blocks of 128 KiB, close at once, two threads, in the order of the listing.
//   path, opath          open by the whole path; keep the folder open by O_PATH
//   open2                openat2 in place of openat
//   -noatime, -nonblock, -nofollow, -cloexec, -noctty    leave a flag away
//   fstat, nostat        fstat in place of statx; neither
//   read, nowait, dontcache, mmap, populate, noread      in place of pread; nowait asks the page cache alone first
//   direct               past the page cache
//   uring, chain         reads through io_uring; open, read and close of a file linked there (up to a block, no stat)
//   batch=N              so many reads under way for a thread, in io_uring (32)
//   block=BYTES          bytes for each call
//   sequential, random   advice after opening
//   ahead=N, readahead=N announce so many files before they are read, by posix_fadvise or by readahead; with nowait by
//                        a read that may not wait
//   window=BYTES         announce the next bytes of a larger file while those before them are read
//   later, range, closer close 64 at a time, by close_range, on a thread of its own
//   by=name, by=inode, by=folder-inode, by=size, by=extent, by=random    order
//   threads=N, turn=N    N threads; each takes N files at a time (32)
//   own                  each thread has a table of descriptors of its own
//   lockstep=N           N files side by side, block by block, as in comparing
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <linux/io_uring.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef RWF_DONTCACHE
#define RWF_DONTCACHE 0x80
#endif

enum {
    LINE_BYTES = 64,
    PAGE_BYTES = 4096,
    LIST_BYTES = 128 * 1024,
    CLOSE_AT_ONCE = 64,
    CLOSING_MAX = 1024,
    THREADS_MAX = 256,
    AHEAD_MAX = 1024,
    WAYS_MAX = 256,
};

enum reading { PREAD, READ, NOWAIT, DONTCACHE, MMAP, POPULATE, NOREAD, URING, CHAIN };
enum closing { AT_ONCE, LATER, RANGE, CLOSER };
enum order { LISTED, BY_NAME, BY_INODE, BY_FOLDER_INODE, BY_SIZE, BY_EXTENT, BY_RANDOM, ORDERS };

struct file {
    uint64_t size, inode, extent;
    uint32_t folder, random;
    const char *name, *path;
};

struct way {
    enum reading reading;
    enum closing closing;
    enum order order;
    int flags, advice, folder_flags, threads, turn, batch, ahead, lockstep;
    size_t block, window;
    bool by_path, by_open2, no_stat, by_fstat, own_table, by_readahead;
};

// What one thread needs.
struct worker {
    const struct way *way;
    char *buffer;
    uint32_t folder;
    int folder_handle;
    int closing[CLOSING_MAX];
    size_t closing_count;
    uint64_t files, bytes, seen;
};

static struct file *files;
static size_t file_count, file_room;
static char **folders;
static size_t folder_count, folder_room;
static struct file *ordered[ORDERS];
static char device_stat[64];

static atomic_size_t next_file;
static atomic_uint_fast64_t files_read, bytes_read, bytes_seen;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "reading: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void *memory(size_t bytes)
{
    void *block = malloc(bytes);
    if (!block)
        fail("out of memory");
    return block;
}

// --- the list of files ---

static void *cleared(size_t count, size_t size) { return memset(memory(count * size), 0, count * size); }

static void *grown(void *items, size_t *room, size_t wanted, size_t size)
{
    if (wanted > *room) {
        *room = wanted * 2;
        items = realloc(items, *room * size);
        if (!items)
            fail("out of memory");
    }

    return items;
}

static char *joined(const char *folder, const char *name)
{
    size_t length = strlen(folder) + 1 + strlen(name) + 1;
    char *path = memory(length);
    snprintf(path, length, "%s/%s", folder, name);
    return path;
}

static void add_folder(char *path)
{
    folders = grown(folders, &folder_room, folder_count + 1, sizeof *folders);
    folders[folder_count++] = path;
}

// Where the first block of a file lies on its device, or 0.
static uint64_t extent_of(const char *path)
{
    struct {
        struct fiemap head;
        struct fiemap_extent extent;
    } map = {.head = {.fm_length = FIEMAP_MAX_OFFSET, .fm_extent_count = 1}};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        fail(path);
    bool known = !ioctl(descriptor, FS_IOC_FIEMAP, &map) && map.head.fm_mapped_extents;
    close(descriptor);
    return known ? map.extent.fe_physical : 0;
}

static void list(size_t folder)
{
    DIR *stream = opendir(folders[folder]);
    if (!stream)
        fail(folders[folder]);

    struct dirent *entry;
    while ((entry = readdir(stream))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;

        char *path = joined(folders[folder], entry->d_name);
        struct stat facts;
        if (lstat(path, &facts))
            fail(path);
        if (S_ISDIR(facts.st_mode)) {
            add_folder(path);
        } else if (S_ISREG(facts.st_mode) && facts.st_size) {
            files = grown(files, &file_room, file_count + 1, sizeof *files);
            files[file_count++] = (struct file){.size = (uint64_t)facts.st_size, .inode = facts.st_ino,
                .folder = (uint32_t)folder, .random = (uint32_t)rand(), .name = strrchr(path, '/') + 1, .path = path};
        }
    }

    closedir(stream);
}

static int compared(uint64_t a, uint64_t b) { return a < b ? -1 : a > b; }

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->path, ((const struct file *)b)->path);
}

static int by_inode(const void *a, const void *b)
{
    return compared(((const struct file *)a)->inode, ((const struct file *)b)->inode);
}

static int by_folder_inode(const void *a, const void *b)
{
    int folder = compared(((const struct file *)a)->folder, ((const struct file *)b)->folder);
    return folder ? folder : by_inode(a, b);
}

static int by_size(const void *a, const void *b)
{
    int size = compared(((const struct file *)a)->size, ((const struct file *)b)->size);
    return size ? size : by_inode(a, b);
}

static int by_extent(const void *a, const void *b)
{
    return compared(((const struct file *)a)->extent, ((const struct file *)b)->extent);
}

static int by_random(const void *a, const void *b)
{
    return compared(((const struct file *)a)->random, ((const struct file *)b)->random);
}

static void put_in_order(enum order order)
{
    static int (*const comparers[])(const void *, const void *) = {
        [BY_NAME] = by_name, [BY_INODE] = by_inode, [BY_FOLDER_INODE] = by_folder_inode,
        [BY_SIZE] = by_size, [BY_EXTENT] = by_extent, [BY_RANDOM] = by_random};
    if (ordered[order])
        return;

    ordered[order] = memory(file_count * sizeof *files);
    for (size_t i = 0; order == BY_EXTENT && i < file_count; i++)
        files[i].extent = extent_of(files[i].path);
    memcpy(ordered[order], files, file_count * sizeof *files);
    if (comparers[order])
        qsort(ordered[order], file_count, sizeof *files, comparers[order]);
}

// --- opening and closing ---

static int folder_of(struct worker *worker, const struct file *file)
{
    if (worker->folder != file->folder || worker->folder_handle < 0) {
        if (worker->folder_handle >= 0)
            close(worker->folder_handle);
        worker->folder = file->folder;
        worker->folder_handle = open(folders[file->folder], O_DIRECTORY | O_CLOEXEC | worker->way->folder_flags);
        if (worker->folder_handle < 0)
            fail(folders[file->folder]);
    }

    return worker->folder_handle;
}

static int opened(struct worker *worker, const struct file *file)
{
    const struct way *way = worker->way;
    int start = way->by_path ? AT_FDCWD : folder_of(worker, file);
    const char *name = way->by_path ? file->path : file->name;
    struct open_how how = {.flags = (uint64_t)way->flags};
    int descriptor = way->by_open2 ? (int)syscall(SYS_openat2, start, name, &how, sizeof how)
                                   : openat(start, name, way->flags);
    if (descriptor < 0)
        fail(file->path);

    if (way->by_fstat) {
        struct stat facts;
        if (syscall(SYS_fstat, descriptor, &facts) || (uint64_t)facts.st_size != file->size)
            fail("fstat");
    } else if (!way->no_stat) {
        struct statx facts;
        if (statx(descriptor, "", AT_EMPTY_PATH, STATX_BASIC_STATS, &facts) || facts.stx_size != file->size)
            fail("statx");
    }

    if (way->advice != POSIX_FADV_NORMAL)
        posix_fadvise(descriptor, 0, 0, way->advice);
    return descriptor;
}

// What the closing thread has to close: filled by the readers, emptied by it.
static pthread_mutex_t closer_gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t closer_changed = PTHREAD_COND_INITIALIZER;
static int closer_items[CLOSING_MAX];
static size_t closer_count;
static bool closer_ends;

static void *close_in_background(void *unused)
{
    (void)unused;
    int own[CLOSING_MAX];
    pthread_mutex_lock(&closer_gate);
    while (closer_count || !closer_ends) {
        size_t count = closer_count;
        memcpy(own, closer_items, count * sizeof *own);
        closer_count = 0;
        pthread_cond_broadcast(&closer_changed);
        if (!count) {
            pthread_cond_wait(&closer_changed, &closer_gate);
            continue;
        }

        pthread_mutex_unlock(&closer_gate);
        for (size_t i = 0; i < count; i++)
            close(own[i]);
        pthread_mutex_lock(&closer_gate);
    }

    pthread_mutex_unlock(&closer_gate);
    return NULL;
}

static void hand_to_closer(struct worker *worker)
{
    pthread_mutex_lock(&closer_gate);
    while (closer_count + worker->closing_count > CLOSING_MAX)
        pthread_cond_wait(&closer_changed, &closer_gate);
    memcpy(closer_items + closer_count, worker->closing, worker->closing_count * sizeof *closer_items);
    closer_count += worker->closing_count;
    pthread_cond_broadcast(&closer_changed);
    pthread_mutex_unlock(&closer_gate);
}

static void close_waiting(struct worker *worker)
{
    size_t count = worker->closing_count;
    if (worker->way->closing == CLOSER) {
        hand_to_closer(worker);
    } else if (worker->way->closing == RANGE) {
        // Runs of successive numbers: all of them where the thread has a table of its own.
        for (size_t first = 0, end; first < count; first = end) {
            for (end = first + 1; end < count && worker->closing[end] == worker->closing[end - 1] + 1;)
                end++;
            syscall(SYS_close_range, worker->closing[first], worker->closing[end - 1], 0);
        }
    } else {
        for (size_t i = 0; i < count; i++)
            close(worker->closing[i]);
    }

    worker->closing_count = 0;
}

static void done_with(struct worker *worker, int descriptor)
{
    if (worker->way->closing == AT_ONCE) {
        close(descriptor);
    } else {
        worker->closing[worker->closing_count++] = descriptor;
        if (worker->closing_count == CLOSE_AT_ONCE)
            close_waiting(worker);
    }
}

// --- reading ---

static void look_at(struct worker *worker, const char *bytes, size_t length)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < length; i += LINE_BYTES)
        seen += (unsigned char)bytes[i];
    worker->seen += seen;
    worker->bytes += length;
}

static size_t asked_for(const struct way *way, uint64_t left)
{
    size_t length = left < way->block ? left : way->block;
    return way->flags & O_DIRECT ? (length + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES : length;
}

static ssize_t read_block(const struct way *way, int descriptor, char *buffer, uint64_t offset, uint64_t left)
{
    size_t length = asked_for(way, left);
    struct iovec block = {buffer, length};
    ssize_t got;
    switch (way->reading) {
    case READ:
        return read(descriptor, buffer, length);
    case NOWAIT:
        got = preadv2(descriptor, &block, 1, (off_t)offset, RWF_NOWAIT);
        return got > 0 || (got < 0 && errno != EAGAIN) ? got : pread(descriptor, buffer, length, (off_t)offset);
    case DONTCACHE:
        return preadv2(descriptor, &block, 1, (off_t)offset, RWF_DONTCACHE);
    default:
        return pread(descriptor, buffer, length, (off_t)offset);
    }
}

static void read_mapped(struct worker *worker, int descriptor, const struct file *file)
{
    int flags = MAP_PRIVATE | (worker->way->reading == POPULATE ? MAP_POPULATE : 0);
    char *content = mmap(NULL, file->size, PROT_READ, flags, descriptor, 0);
    if (content == MAP_FAILED)
        fail("mmap");
    look_at(worker, content, file->size);
    munmap(content, file->size);
}

static void read_from(struct worker *worker, int descriptor, const struct file *file, uint64_t offset)
{
    const struct way *way = worker->way;
    worker->files++;
    if (way->reading == NOREAD)
        return;
    if (way->reading == MMAP || way->reading == POPULATE) {
        read_mapped(worker, descriptor, file);
        return;
    }

    for (uint64_t announced = 0; offset < file->size;) {
        // Two windows at first, and then one more whenever one is done.
        while (way->window && announced < file->size && announced < offset + 2 * way->window) {
            posix_fadvise(descriptor, (off_t)announced, (off_t)way->window, POSIX_FADV_WILLNEED);
            announced += way->window;
        }

        ssize_t got = read_block(way, descriptor, worker->buffer, offset, file->size - offset);
        if (got <= 0)
            fail(file->path);
        look_at(worker, worker->buffer, (size_t)got);
        offset += (uint64_t)got;
    }
}

// The next files that this thread shall read: it takes so many at a time.
struct turn {
    size_t at, end;
};

static const struct file *next(const struct way *way, struct turn *turn)
{
    if (turn->at == turn->end) {
        turn->at = atomic_fetch_add(&next_file, (size_t)way->turn);
        turn->end = turn->at + (size_t)way->turn;
    }

    return turn->at < file_count ? &ordered[way->order][turn->at++] : NULL;
}

static void read_one_by_one(struct worker *worker)
{
    struct turn turn = {0};
    for (const struct file *file; (file = next(worker->way, &turn));) {
        int descriptor = opened(worker, file);
        read_from(worker, descriptor, file, 0);
        done_with(worker, descriptor);
    }
}

// Announces what will be read. A read that may not wait does so too, and gives what is in the page cache already: then
// the file is done.
static bool is_read_or_announced(struct worker *worker, int descriptor, const struct file *file)
{
    const struct way *way = worker->way;
    if (way->reading == NOWAIT) {
        struct iovec block = {worker->buffer, asked_for(way, file->size)};
        ssize_t got = preadv2(descriptor, &block, 1, 0, RWF_NOWAIT);
        if (got > 0) {
            look_at(worker, worker->buffer, (size_t)got);
            read_from(worker, descriptor, file, (uint64_t)got);
        }

        return got > 0;
    }

    if (way->by_readahead)
        readahead(descriptor, 0, file->size);
    else
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_WILLNEED);
    return false;
}

// Files are opened and announced some files before they are read.
static void read_announced(struct worker *worker)
{
    struct {
        const struct file *file;
        int descriptor;
    } waiting[AHEAD_MAX];
    struct turn turn = {0};
    size_t room = (size_t)worker->way->ahead, first = 0, end = 0;
    bool more = true;
    while (more || first < end) {
        const struct file *file = more && end - first < room ? next(worker->way, &turn) : NULL;
        if (file) {
            int descriptor = opened(worker, file);
            if (is_read_or_announced(worker, descriptor, file)) {
                done_with(worker, descriptor);
                continue;
            }

            waiting[end % room].file = file;
            waiting[end++ % room].descriptor = descriptor;
            continue;
        }

        more = more && end - first == room;
        if (first < end) {
            read_from(worker, waiting[first % room].descriptor, waiting[first % room].file, 0);
            done_with(worker, waiting[first++ % room].descriptor);
        }
    }
}

static void read_side_by_side(struct worker *worker)
{
    const struct file *group[CLOSE_AT_ONCE];
    int descriptors[CLOSE_AT_ONCE];
    struct turn turn = {0};
    int count;
    do {
        for (count = 0; count < worker->way->lockstep && (group[count] = next(worker->way, &turn)); count++)
            descriptors[count] = opened(worker, group[count]);
        uint64_t size = count ? group[0]->size : 0;
        for (uint64_t offset = 0; offset < size; offset += worker->way->block) {
            size_t length = asked_for(worker->way, size - offset);
            for (int i = 0; i < count; i++) {
                char *block = worker->buffer + (size_t)i * worker->way->block;
                if (read_block(worker->way, descriptors[i], block, offset, size - offset) != (ssize_t)length)
                    fail("lockstep needs files of one size");
            }

            for (int i = 0; i < count; i++)
                look_at(worker, worker->buffer + (size_t)i * worker->way->block, length);
        }

        for (int i = 0; i < count; i++, worker->files++)
            done_with(worker, descriptors[i]);
    } while (count);
}

// --- io_uring ---

struct ring {
    int descriptor;
    unsigned *sq_tail, *sq_mask, *cq_head, *cq_tail, *cq_mask;
    struct io_uring_sqe *sqes;
    struct io_uring_cqe *cqes;
    void *head;
    size_t head_bytes, sqe_bytes;
    unsigned queued;
};

static void set_up(struct ring *ring, unsigned entries)
{
    struct io_uring_params facts = {.flags = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN};
    ring->descriptor = (int)syscall(SYS_io_uring_setup, entries, &facts);
    if (ring->descriptor < 0)
        fail("io_uring_setup");
    size_t submissions = facts.sq_off.array + facts.sq_entries * sizeof(unsigned);
    size_t completions = facts.cq_off.cqes + facts.cq_entries * sizeof(struct io_uring_cqe);
    ring->head_bytes = submissions > completions ? submissions : completions;
    ring->sqe_bytes = facts.sq_entries * sizeof(struct io_uring_sqe);
    int flags = MAP_SHARED | MAP_POPULATE;
    char *head = mmap(NULL, ring->head_bytes, PROT_READ | PROT_WRITE, flags, ring->descriptor, IORING_OFF_SQ_RING);
    void *sqes = mmap(NULL, ring->sqe_bytes, PROT_READ | PROT_WRITE, flags, ring->descriptor, IORING_OFF_SQES);
    if (head == MAP_FAILED || sqes == MAP_FAILED)
        fail("mapping a ring");
    ring->head = head;
    ring->sqes = sqes;
    ring->sq_tail = (unsigned *)(head + facts.sq_off.tail);
    ring->sq_mask = (unsigned *)(head + facts.sq_off.ring_mask);
    ring->cq_head = (unsigned *)(head + facts.cq_off.head);
    ring->cq_tail = (unsigned *)(head + facts.cq_off.tail);
    ring->cq_mask = (unsigned *)(head + facts.cq_off.ring_mask);
    ring->cqes = (struct io_uring_cqe *)(head + facts.cq_off.cqes);
    for (unsigned i = 0; i < facts.sq_entries; i++)
        ((unsigned *)(head + facts.sq_off.array))[i] = i;
}

static void tear_down(struct ring *ring)
{
    munmap(ring->sqes, ring->sqe_bytes);
    munmap(ring->head, ring->head_bytes);
    close(ring->descriptor);
}

static struct io_uring_sqe *queued(struct ring *ring, uint8_t operation, int descriptor)
{
    struct io_uring_sqe *sqe = &ring->sqes[(*ring->sq_tail + ring->queued++) & *ring->sq_mask];
    *sqe = (struct io_uring_sqe){.opcode = operation, .fd = descriptor};
    return sqe;
}

static void submit(struct ring *ring, unsigned wanted)
{
    atomic_store_explicit((_Atomic unsigned *)ring->sq_tail, *ring->sq_tail + ring->queued, memory_order_release);
    while (syscall(SYS_io_uring_enter, ring->descriptor, ring->queued, wanted, IORING_ENTER_GETEVENTS, NULL, 0) < 0) {
        if (errno != EINTR)
            fail("io_uring_enter");
        ring->queued = 0;
    }

    ring->queued = 0;
}

static bool completed(struct ring *ring, struct io_uring_cqe *cqe)
{
    unsigned head = *ring->cq_head;
    if (head == atomic_load_explicit((_Atomic unsigned *)ring->cq_tail, memory_order_acquire))
        return false;
    *cqe = ring->cqes[head & *ring->cq_mask];
    atomic_store_explicit((_Atomic unsigned *)ring->cq_head, head + 1, memory_order_release);
    return true;
}

// Half of what is under way: so the device has work while what came is looked at.
static unsigned some_of(unsigned under_way) { return under_way > 1 ? under_way / 2 : under_way; }

struct open_file {
    const struct file *file;
    int descriptor;
    uint64_t queued, left;
};

// Files are opened and closed as ever, and their blocks are read with many reads under way.
static void read_by_ring(struct worker *worker)
{
    const struct way *way = worker->way;
    unsigned batch = (unsigned)way->batch, free_count = batch, under_way = 0;
    struct ring ring = {0};
    struct turn turn = {0};
    struct open_file *opens = cleared(batch + 1, sizeof *opens), *current = NULL;
    struct open_file **of_slot = cleared(batch, sizeof *of_slot);
    unsigned *free_slots = cleared(batch, sizeof *free_slots);
    set_up(&ring, batch);
    for (unsigned i = 0; i < batch; i++)
        free_slots[i] = i;
    bool more = true;
    do {
        while (more && free_count) {
            if (!current) {
                const struct file *file = next(way, &turn);
                if (!(more = file))
                    break;
                for (current = opens; current->file;)
                    current++;
                *current = (struct open_file){file, opened(worker, file), 0, file->size};
            }

            unsigned slot = free_slots[--free_count];
            size_t length = asked_for(way, current->file->size - current->queued);
            struct io_uring_sqe *sqe = queued(&ring, IORING_OP_READ, current->descriptor);
            sqe->addr = (uint64_t)(worker->buffer + slot * way->block);
            sqe->len = (unsigned)length;
            sqe->off = current->queued;
            sqe->user_data = slot;
            of_slot[slot] = current;
            current->queued += length;
            under_way++;
            if (current->queued >= current->file->size)
                current = NULL;
        }

        submit(&ring, some_of(under_way));
        for (struct io_uring_cqe cqe; completed(&ring, &cqe); under_way--) {
            struct open_file *from = of_slot[cqe.user_data];
            if (cqe.res <= 0)
                fail(from->file->path);
            look_at(worker, worker->buffer + cqe.user_data * way->block, (size_t)cqe.res);
            free_slots[free_count++] = (unsigned)cqe.user_data;
            from->left -= (uint64_t)cqe.res;
            if (!from->left) {
                done_with(worker, from->descriptor);
                from->file = NULL;
                worker->files++;
            }
        }
    } while (more || under_way);
    tear_down(&ring);
    free(opens);
    free(of_slot);
    free(free_slots);
}

enum step { OPENS, READS, CLOSES, STEPS };

// Open into a slot of the ring, read, close: one chain for each file.
static void queue_chain(struct worker *worker, struct ring *ring, unsigned slot, const struct file *file)
{
    const struct way *way = worker->way;
    int start = way->by_path ? AT_FDCWD : folder_of(worker, file);
    struct io_uring_sqe *sqe = queued(ring, IORING_OP_OPENAT, start);
    sqe->addr = (uint64_t)(way->by_path ? file->path : file->name);
    sqe->open_flags = (unsigned)(way->flags & ~O_CLOEXEC);
    sqe->file_index = slot + 1;
    sqe->flags = IOSQE_IO_LINK | IOSQE_CQE_SKIP_SUCCESS;
    sqe->user_data = slot * STEPS + OPENS;
    sqe = queued(ring, IORING_OP_READ, (int)slot);
    sqe->addr = (uint64_t)(worker->buffer + slot * way->block);
    sqe->len = (unsigned)asked_for(way, file->size);
    sqe->flags = IOSQE_FIXED_FILE | IOSQE_IO_HARDLINK;
    sqe->user_data = slot * STEPS + READS;
    sqe = queued(ring, IORING_OP_CLOSE, 0);
    sqe->file_index = slot + 1;
    sqe->user_data = slot * STEPS + CLOSES;
}

static void read_by_chains(struct worker *worker)
{
    const struct way *way = worker->way;
    unsigned batch = (unsigned)way->batch, free_count = batch, under_way = 0;
    struct ring ring = {0};
    struct turn turn = {0};
    unsigned *free_slots = cleared(batch, sizeof *free_slots);
    set_up(&ring, batch * STEPS);
    struct io_uring_rsrc_register table = {.nr = batch, .flags = IORING_RSRC_REGISTER_SPARSE};
    if (syscall(SYS_io_uring_register, ring.descriptor, IORING_REGISTER_FILES2, &table, sizeof table))
        fail("io_uring_register");
    for (unsigned i = 0; i < batch; i++)
        free_slots[i] = i;
    const struct file *file = next(way, &turn);
    do {
        // A chain names the folder's handle, which must stay open until it is submitted.
        for (unsigned count = 0; file && free_count; file = next(way, &turn), count++) {
            if (file->size > way->block)
                fail("a chain reads a file in one block");
            if (count && !way->by_path && file->folder != worker->folder)
                break;
            queue_chain(worker, &ring, free_slots[--free_count], file);
            under_way++;
        }

        bool is_full = !free_count || !file;
        submit(&ring, is_full ? some_of(under_way) : 0);
        for (struct io_uring_cqe cqe; completed(&ring, &cqe);) {
            unsigned slot = (unsigned)(cqe.user_data / STEPS);
            if (cqe.res < 0) {
                errno = -cqe.res;
                fail("a chain");
            }

            if (cqe.user_data % STEPS == READS) {
                look_at(worker, worker->buffer + slot * way->block, (size_t)cqe.res);
                worker->files++;
            } else {
                free_slots[free_count++] = slot;
                under_way--;
            }
        }
    } while (file || under_way);
    tear_down(&ring);
    free(free_slots);
}

// --- runs ---

static void *read_all(void *given)
{
    const struct way *way = given;
    size_t blocks = way->reading == URING || way->reading == CHAIN ? (size_t)way->batch
                                                                   : (size_t)(way->lockstep ? way->lockstep : 1);
    struct worker worker = {.way = way, .folder_handle = -1};
    if (posix_memalign((void **)&worker.buffer, PAGE_BYTES, blocks * way->block))
        fail("out of memory");
    if (way->own_table && unshare(CLONE_FILES))
        fail("unshare");
    if (way->reading == URING)
        read_by_ring(&worker);
    else if (way->reading == CHAIN)
        read_by_chains(&worker);
    else if (way->lockstep)
        read_side_by_side(&worker);
    else if (way->ahead)
        read_announced(&worker);
    else
        read_one_by_one(&worker);
    close_waiting(&worker);
    if (worker.folder_handle >= 0)
        close(worker.folder_handle);
    free(worker.buffer);
    atomic_fetch_add(&files_read, worker.files);
    atomic_fetch_add(&bytes_read, worker.bytes);
    atomic_fetch_add(&bytes_seen, worker.seen);
    return NULL;
}

static double processor_seconds(const struct rusage *used)
{
    return (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec)
        + (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// Reads that the device has completed; 0 where there is no device.
static uint64_t device_requests(void)
{
    unsigned long long count = 0;
    FILE *stat = fopen(device_stat, "r");
    if (stat && fscanf(stat, "%llu", &count) != 1)
        count = 0;
    if (stat)
        fclose(stat);
    return count;
}

// Content leaves the page cache, of these files only: whoever works beside us keeps his.
static void forget_content(void)
{
    for (size_t i = 0; i < file_count; i++) {
        int descriptor = open(files[i].path, O_RDONLY | O_NOATIME | O_CLOEXEC);
        if (descriptor < 0 || posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED))
            fail(files[i].path);
        close(descriptor);
    }
}

static void run(int number, struct way *way, bool is_shown)
{
    pthread_t handles[THREADS_MAX], closer;
    struct rusage before, after;
    atomic_store(&next_file, 0);
    atomic_store(&files_read, 0);
    atomic_store(&bytes_read, 0);
    getrusage(RUSAGE_SELF, &before);
    uint64_t requests = device_requests();
    double start = now();
    closer_ends = false;
    if (way->closing == CLOSER && pthread_create(&closer, NULL, close_in_background, NULL))
        fail("pthread_create");
    for (int i = 0; i < way->threads; i++) {
        if (pthread_create(&handles[i], NULL, read_all, way))
            fail("pthread_create");
    }

    for (int i = 0; i < way->threads; i++)
        pthread_join(handles[i], NULL);
    if (way->closing == CLOSER) {
        pthread_mutex_lock(&closer_gate);
        closer_ends = true;
        pthread_cond_broadcast(&closer_changed);
        pthread_mutex_unlock(&closer_gate);
        pthread_join(closer, NULL);
    }

    double took = now() - start;
    getrusage(RUSAGE_SELF, &after);
    if (is_shown) {
        printf("%d %.6f %.6f %ld %llu %llu %llu\n", number, took,
            processor_seconds(&after) - processor_seconds(&before), after.ru_nvcsw - before.ru_nvcsw,
            (unsigned long long)(device_requests() - requests), (unsigned long long)files_read,
            (unsigned long long)bytes_read);
        fflush(stdout);
    }
}

// --- words ---

static bool number_after(const char *word, const char *key, long *value)
{
    size_t length = strlen(key);
    if (strncmp(word, key, length) || word[length] != '=')
        return false;
    *value = strtol(word + length + 1, NULL, 10);
    if (*value < 1)
        fail(word);
    return true;
}

struct choice {
    const char *word;
    int value;
};

static bool chosen(const char *word, const struct choice *choices, size_t count, int *value)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(word, choices[i].word)) {
            *value = choices[i].value;
            return true;
        }
    }

    return false;
}

#define CHOSEN(word, choices, value) chosen(word, choices, sizeof choices / sizeof *choices, value)

static bool switched(const char *word, struct way *way)
{
    const struct {
        const char *word;
        bool *value;
    } switches[] = {{"path", &way->by_path}, {"open2", &way->by_open2}, {"fstat", &way->by_fstat},
        {"nostat", &way->no_stat}, {"own", &way->own_table}};
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (!strcmp(word, switches[i].word))
            return *switches[i].value = true;
    }

    return false;
}

static void understand(const char *word, struct way *way)
{
    static const struct choice readings[] = {{"pread", PREAD}, {"read", READ}, {"nowait", NOWAIT},
        {"dontcache", DONTCACHE}, {"mmap", MMAP}, {"populate", POPULATE}, {"noread", NOREAD}, {"uring", URING},
        {"chain", CHAIN}};
    static const struct choice closings[] = {{"later", LATER}, {"range", RANGE}, {"closer", CLOSER}};
    static const struct choice orders[] = {{"by=name", BY_NAME}, {"by=inode", BY_INODE},
        {"by=folder-inode", BY_FOLDER_INODE}, {"by=size", BY_SIZE}, {"by=extent", BY_EXTENT},
        {"by=random", BY_RANDOM}};
    static const struct choice without[] = {{"-noatime", O_NOATIME}, {"-nonblock", O_NONBLOCK},
        {"-nofollow", O_NOFOLLOW}, {"-cloexec", O_CLOEXEC}, {"-noctty", O_NOCTTY}};
    static const struct choice advices[] = {{"sequential", POSIX_FADV_SEQUENTIAL}, {"random", POSIX_FADV_RANDOM}};
    int value;
    long number;
    if (CHOSEN(word, readings, &value))
        way->reading = (enum reading)value;
    else if (CHOSEN(word, closings, &value))
        way->closing = (enum closing)value;
    else if (CHOSEN(word, orders, &value))
        way->order = (enum order)value;
    else if (CHOSEN(word, without, &value))
        way->flags &= ~value;
    else if (CHOSEN(word, advices, &value))
        way->advice = value;
    else if (number_after(word, "threads", &number) && number <= THREADS_MAX)
        way->threads = (int)number;
    else if (number_after(word, "turn", &number))
        way->turn = (int)number;
    else if (number_after(word, "batch", &number) && number <= AHEAD_MAX)
        way->batch = (int)number;
    else if (number_after(word, "block", &number) && number % PAGE_BYTES == 0)
        way->block = (size_t)number;
    else if (number_after(word, "window", &number) && number % PAGE_BYTES == 0)
        way->window = (size_t)number;
    else if (number_after(word, "lockstep", &number) && number <= CLOSE_AT_ONCE)
        way->lockstep = (int)number;
    else if ((number_after(word, "ahead", &number) || number_after(word, "readahead", &number)) && number <= AHEAD_MAX)
        way->ahead = (int)number, way->by_readahead = *word == 'r';
    else if (!strcmp(word, "opath"))
        way->folder_flags = O_PATH;
    else if (!strcmp(word, "direct"))
        way->flags |= O_DIRECT;
    else if (!switched(word, way) && strcmp(word, "today"))
        fail(word);
}

static struct way understood(char *words)
{
    struct way way = {.flags = O_RDONLY | O_NOATIME | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY,
        .advice = POSIX_FADV_NORMAL, .threads = 2, .turn = 32, .batch = 32, .block = 128 * 1024};
    for (char *rest = words, *word; (word = strsep(&rest, ","));)
        understand(word, &way);
    return way;
}

int main(int count, char **arguments)
{
    errno = EINVAL;
    bool is_cold = count > 2 && !strcmp(arguments[2], "cold");
    int rounds = count > 3 ? atoi(arguments[3]) : 0, way_count = count - 4;
    if (way_count < 1 || way_count > WAYS_MAX || rounds < 1 || (!is_cold && strcmp(arguments[2], "warm"))) {
        fputs("usage: reading FOLDER warm|cold ROUNDS WAY...\n", stderr);
        return 2;
    }

    struct way ways[WAYS_MAX];
    for (int i = 0; i < way_count; i++)
        ways[i] = understood(arguments[4 + i]);
    add_folder(arguments[1]);
    for (size_t folder = 0; folder < folder_count; folder++)
        list(folder);
    for (int i = 0; i < way_count; i++)
        put_in_order(ways[i].order);
    struct stat facts;
    if (stat(arguments[1], &facts))
        fail(arguments[1]);
    snprintf(device_stat, sizeof device_stat, "/sys/dev/block/%u:%u/stat", major(facts.st_dev), minor(facts.st_dev));
    sync();

    // Warm: one round before the others fills the cache. Ways go forth in one round and back in the next.
    for (int round = is_cold ? 0 : -1; round < rounds; round++) {
        for (int i = 0; i < way_count; i++) {
            int number = round % 2 ? way_count - 1 - i : i;
            if (is_cold)
                forget_content();
            run(number, &ways[number], round >= 0);
        }
    }

    return 0;
}
