using System.Globalization;

namespace Doppel.Benchmarks.FileReading;

/// <summary>Which ways are tried on which tree.</summary>
internal static class ReadingWays
{
    /// <summary>How many files are announced before the first of them is read.</summary>
    public const int Ahead = 32;

    /// <summary>Blocks of which one fits the first-level cache, up to ones that fit none but the last.</summary>
    public static IReadOnlyList<int> Blocks { get; } =
        [.. Enumerable.Range(0, 11).Select(power => 4096 << power)];

    /// <summary>Threads of a cold tree.</summary>
    public static IReadOnlyList<int> Widths { get; } = [1, 2, 4, 8, 16, 32, 64];

    /// <summary>Ways that make sense for every length and in both states; these are also drawn.</summary>
    public static IReadOnlyList<ReadingWay> Drawn { get; } =
    [
        ReadingWay.Today,
        Threads(8),
        Threads(32),
        new($"asked without waiting, {Ahead} ahead", $"nowait,ahead={Ahead}"),
        new($"announced, {Ahead} ahead", $"ahead={Ahead}"),
        new("reads by io_uring, 32 under way", "uring,batch=32"),
        new("mapped", "mmap"),
        new("past the page cache", "direct"),
    ];

    /// <summary>All ways for a tree, the engine's way first.</summary>
    public static IReadOnlyList<ReadingWay> For(ReadingTree tree, bool isCold) => [.. (tree.Name switch
    {
        "small" => [.. Drawn, .. Everywhere, .. Chains(""), .. isCold ? SmallCold : SmallWarm],
        "mid" => [.. Drawn, .. Everywhere, .. Chains(",block=262144"), .. Mid],
        _ => Drawn.Concat(isCold ? LargeCold : LargeWarm()),
    }).Distinct()];

    /// <summary>One file after the other on so many threads.</summary>
    public static ReadingWay Threads(int threads) => threads switch
    {
        1 => new ReadingWay("1 thread", "threads=1"),
        2 => ReadingWay.Today,
        _ => new ReadingWay(
            string.Create(CultureInfo.InvariantCulture, $"{threads} threads"),
            string.Create(CultureInfo.InvariantCulture, $"threads={threads}")),
    };

    /// <summary>Reads that do not wait, some files ahead, on so many threads.</summary>
    public static ReadingWay AheadOn(int threads, int ahead) => new(
        string.Create(CultureInfo.InvariantCulture, $"asked without waiting, {ahead} ahead, {threads} threads"),
        string.Create(CultureInfo.InvariantCulture, $"nowait,ahead={ahead},threads={threads}"));

    /// <summary>Blocks of another length.</summary>
    public static ReadingWay Block(int bytes) => new(
        $"blocks of {Frame.Figures.Bytes(bytes)}", string.Create(CultureInfo.InvariantCulture, $"block={bytes}"));

    /// <summary>Blocks as ever, but the next bytes of the file are announced before those at hand are read.</summary>
    public static ReadingWay Window(int bytes) => new(
        $"the next {Frame.Figures.Bytes(bytes)} announced",
        string.Create(CultureInfo.InvariantCulture, $"window={bytes}"));

    /// <summary>Some files side by side, as in comparing.</summary>
    public static ReadingWay Lockstep(int files, int block) => new(
        string.Create(CultureInfo.InvariantCulture, $"{files} side by side, blocks of {Frame.Figures.Bytes(block)}"),
        string.Create(CultureInfo.InvariantCulture, $"lockstep={files},block={block}"));

    private static ReadingWay[] Everywhere =>
    [
        Threads(1),
        new("without statx", "nostat"),
        new("fstat", "fstat"),
        new("a table of descriptors for each thread", "own"),
        new("closed on a thread of its own", "closer"),
        new("closed 64 at a time", "later"),
        new("closed 64 at a time by close_range, own table", "range,own"),
        new("asked without waiting, then read", "nowait"),
        new("announced by readahead, 32 ahead", "readahead=32"),
        new("RWF_DONTCACHE", "dontcache"),
        new("mapped and filled at once", "populate"),
        new("POSIX_FADV_SEQUENTIAL", "sequential"),
        new("POSIX_FADV_RANDOM", "random"),
    ];

    private static ReadingWay[] SmallWarm =>
    [
        new("opened and looked at, not read", "noread"),
        new("opened and closed only", "noread,nostat"),
        new("own table, without statx", "own,nostat"),
        new("by whole paths", "path"),
        new("the folder's handle by O_PATH", "opath"),
        new("openat2", "open2"),
        new("without O_NOATIME", "-noatime"),
        new("without O_NONBLOCK, O_NOFOLLOW, O_NOCTTY", "-nonblock,-nofollow,-noctty"),
        new("read in place of pread", "read"),
        new("one file a turn", "turn=1"),
        new("128 files a turn", "turn=128"),
        new("by inode in each folder", "by=folder-inode"),
        new("by size, whole paths", "by=size,path"),
        new("at random, whole paths", "by=random,path"),
    ];

    private static ReadingWay[] SmallCold =>
    [
        .. Widths.Select(Threads),
        .. new[] { 8, 32 }.SelectMany(ahead => Widths.Take(4).Select(threads => AheadOn(threads, ahead))),
        new("32 threads, by inode in each folder", "threads=32,by=folder-inode"),
        new("32 threads, by first block", "threads=32,by=extent"),
        new("32 threads, at random", "threads=32,by=random,path"),
        new("asked without waiting, 32 ahead, by first block", "nowait,ahead=32,by=extent"),
        new("asked without waiting, 32 ahead, at random", "nowait,ahead=32,by=random,path"),
    ];

    private static ReadingWay[] Mid =>
    [
        Block(64 << 10), Block(256 << 10), AheadOn(2, 8),
        new("past the page cache by io_uring", "direct,uring,batch=32,block=262144"),
    ];

    private static ReadingWay[] LargeCold =>
    [
        Threads(1), Block(64 << 10), Block(1 << 20), Block(4 << 20),
        new("POSIX_FADV_SEQUENTIAL", "sequential"),
        new("POSIX_FADV_RANDOM", "random"),
        Window(1 << 20), Window(4 << 20),
        new("past the page cache, blocks of 1 MiB", "direct,block=1048576"),
        new("past the page cache by io_uring, blocks of 1 MiB", "direct,uring,batch=8,block=1048576"),
        Lockstep(2, 128 << 10), Lockstep(2, 1 << 20), Lockstep(8, 128 << 10), Lockstep(8, 1 << 20),
    ];

    private static IEnumerable<ReadingWay> LargeWarm() =>
    [
        .. Blocks.Select(Block),
        Window(1 << 20), Window(4 << 20),
        .. new[] { 2, 8 }.SelectMany(files => Blocks.Skip(2).Take(7).Select(block => Lockstep(files, block))),
    ];

    private static IEnumerable<ReadingWay> Chains(string more) =>
    [
        new("chains of open, read, close by io_uring, 32 under way", "chain,batch=32" + more),
        new("the same on 1 thread", "chain,batch=32,threads=1" + more),
    ];
}
