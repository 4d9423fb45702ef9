using System.Globalization;

namespace Doppel.Lab;

/// <summary>Lists the strategies and finds them by name.</summary>
public static class StrategyTable
{
    /// <summary>
    /// The number of bytes that current strategies request at a time unless their name specifies another; the same as
    /// the engine.
    /// </summary>
    public const int BlockBytes = 128 * 1024;

    /// <summary>The maximum width that a name may specify.</summary>
    public const int WidthMax = 1024;

    /// <summary>
    /// The engine's own reader. With a width appended, it runs as after a measurement that recommended this width.
    /// </summary>
    internal const string Engine = "engine";

    private const int BlockBytesMax = 16 << 20;

    private static readonly int[] s_oldWidths = [4, 8, 16, 24, 32, 64, 128, 256];
    private static readonly string[] s_orders = ["inode-1", "inode-8", "extent-1", "extent-8"];

    private static readonly string[] s_others =
    [
        "pread-8-32k", "pread-8-64k", "pread-8-256k", "pread-8-1m", "random-access-8", "random-access-async-8",
        "mmap-8", "direct-8", "uring-8", "uring-32",
    ];

    /// <summary>Gets the thirteen scenarios of the old comparison, in which they hold complete contents.</summary>
    public static IReadOnlyList<string> OldNames { get; } =
    [
        "ReadAllAsParallel", "SyncAsParallel", "NewThread", "Async", "Async2",
        .. Array.ConvertAll(s_oldWidths, static width => "AsyncWithMaxParallelCount" + Text(width)),
    ];

    /// <summary>
    /// Gets the strategies of a short measurement: the engine, and those that determine its width and order, with some
    /// for comparison.
    /// </summary>
    public static IReadOnlyList<StrategyDefinition> Few { get; } = All([
        "engine", .. Widths([1, 2, 4, 8, 16, 32]), "extent-1", "uring-32", "ReadAllAsParallel.bytes",
        "AsyncWithMaxParallelCount16",
    ]);

    /// <summary>Gets the current strategies, and those of the old comparison unchanged.</summary>
    public static IReadOnlyList<StrategyDefinition> Usual { get; } = All([
        "engine", .. Widths([1, 2, 4, 8, 16, 32, 64]), .. s_orders, .. s_others, .. OldNames,
    ]);

    /// <summary>
    /// Gets all strategies, including variants that hold contents as bytes instead of text, or read them as streams.
    /// </summary>
    public static IReadOnlyList<StrategyDefinition> Every { get; } = All([
        "engine", .. Widths([1, 2, 4, 8, 16, 32, 64]), .. s_orders, .. s_others, .. OldNames,
        "ReadAllAsParallel.bytes", .. OldNames.Select(static name => name + ".stream"),
    ]);

    /// <summary>Parses a list of names, the words all, today and old, and * for any characters.</summary>
    /// <param name="list">The list, separated by commas.</param>
    /// <param name="unknown">Receives the first word that matches nothing.</param>
    /// <returns>Each strategy once, or null if a word matches nothing.</returns>
    public static IReadOnlyList<StrategyDefinition>? Parse(string list, out string unknown)
    {
        ArgumentNullException.ThrowIfNull(list);
        var found = new List<StrategyDefinition>();
        foreach (string word in list.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            int before = found.Count;
            foreach (StrategyDefinition strategy in Every)
            {
                if (IsMeant(word, strategy))
                {
                    AddOnce(found, strategy);
                }
            }

            if (found.Count == before && Find(word) is { } one)
            {
                AddOnce(found, one);
            }
            else if (found.Count == before && !IsAnyMeant(word))
            {
                unknown = word;
                return null;
            }
        }

        unknown = "";
        return found;
    }

    /// <summary>
    /// Returns a strategy by name, including one whose width or block size is not in <see cref="Every"/>.
    /// </summary>
    public static StrategyDefinition? Find(string name)
    {
        ArgumentNullException.ThrowIfNull(name);
        return FindToday(name) ?? FindOld(name);
    }

    private static StrategyDefinition? FindToday(string name)
    {
        if (name == Engine)
        {
            return new(name, 0, BlockBytes, ReadOrder.Listed) { Kind = StrategyKind.Engine };
        }

        string[] parts = name.Split('-');
        int block = BlockBytes;
        int last = parts.Length - 1;
        if (last > 1 && TryParseBlock(parts[last], out block))
        {
            last--;
        }

        if (last < 1 || !TryParseWidth(parts[last], out int width))
        {
            return null;
        }

        StrategyDefinition Make(StrategyKind kind, ReadOrder order = ReadOrder.Listed) =>
            new(name, width, block, order) { Kind = kind };
        return string.Join('-', parts, 0, last) switch
        {
            Engine when block == BlockBytes => Make(StrategyKind.Engine),
            "pread" => Make(StrategyKind.Pread),
            "inode" => Make(StrategyKind.Inode, ReadOrder.Inode),
            "extent" => Make(StrategyKind.Extent, ReadOrder.Extent),
            "random-access" => Make(StrategyKind.RandomAccess),
            "random-access-async" => Make(StrategyKind.RandomAccessAsync),
            "mmap" => Make(StrategyKind.Mmap) with { BlockBytes = 0 },
            "direct" => Make(StrategyKind.Direct),
            "uring" => Make(StrategyKind.Uring),
            _ => null,
        };
    }

    private static StrategyDefinition? FindOld(string name)
    {
        string[] parts = name.Split('.');
        string scenario = parts[0];
        ContentMode? mode = parts switch
        {
            ["ReadAllAsParallel"] => ContentMode.Text,
            [_] => ContentMode.Bytes,
            [_, "stream"] => ContentMode.Stream,
            ["ReadAllAsParallel", "bytes"] => ContentMode.Bytes,
            _ => null,
        };
        const string Limited = "AsyncWithMaxParallelCount";
        int width = 0;
        StrategyKind? kind = scenario switch
        {
            "ReadAllAsParallel" => StrategyKind.ReadAllAsParallel,
            "SyncAsParallel" => StrategyKind.SyncAsParallel,
            "NewThread" => StrategyKind.NewThread,
            "Async" => StrategyKind.Async,
            "Async2" => StrategyKind.Async2,
            _ when scenario.StartsWith(Limited, StringComparison.Ordinal)
                && TryParseWidth(scenario[Limited.Length..], out width) => StrategyKind.AsyncWithMaxParallelCount,
            _ => null,
        };
        if (kind is null || mode is null)
        {
            return null;
        }

        width = kind is StrategyKind.ReadAllAsParallel or StrategyKind.SyncAsParallel
            ? Environment.ProcessorCount
            : width;
        return new(name, width, mode == ContentMode.Stream ? 81_920 : 0, ReadOrder.Listed)
        {
            Kind = kind.Value,
            Mode = mode.Value,
        };
    }

    private static bool IsMeant(string word, StrategyDefinition strategy) => word switch
    {
        "all" => true,
        "today" => !strategy.IsOfOldComparison,
        "old" => strategy.IsOfOldComparison,
        _ => IsLike(strategy.Name, word),
    };

    private static bool IsAnyMeant(string word)
    {
        foreach (StrategyDefinition strategy in Every)
        {
            if (IsMeant(word, strategy))
            {
                return true;
            }
        }

        return Find(word) is not null;
    }

    private static bool IsLike(ReadOnlySpan<char> name, ReadOnlySpan<char> pattern)
    {
        int star = pattern.IndexOf('*');
        if (star < 0)
        {
            return name.Equals(pattern, StringComparison.OrdinalIgnoreCase);
        }

        if (!name.StartsWith(pattern[..star], StringComparison.OrdinalIgnoreCase))
        {
            return false;
        }

        for (int from = star; from <= name.Length; from++)
        {
            if (IsLike(name[from..], pattern[(star + 1)..]))
            {
                return true;
            }
        }

        return false;
    }

    private static void AddOnce(List<StrategyDefinition> found, StrategyDefinition strategy)
    {
        foreach (StrategyDefinition one in found)
        {
            if (one.Name == strategy.Name)
            {
                return;
            }
        }

        found.Add(strategy);
    }

    private static bool TryParseWidth(string text, out int width) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out width) && width is >= 1 and <= WidthMax;

    private static bool TryParseBlock(string text, out int block)
    {
        int unit = text.Length < 2 ? 0 : text[^1] switch { 'k' => 1024, 'm' => 1 << 20, _ => 0 };
        block = BlockBytes;
        if (unit == 0
            || !int.TryParse(text.AsSpan()[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out int n)
            || n < 1 || (long)n * unit > BlockBytesMax || (long)n * unit < 4096)
        {
            return false;
        }

        block = n * unit;
        return true;
    }

    // The number of cores is always included, because this is the width of work that never waits.
    private static IEnumerable<string> Widths(int[] widths)
    {
        int cores = Math.Min(Environment.ProcessorCount, WidthMax);
        foreach (int width in widths)
        {
            if (cores < width && Array.IndexOf(widths, cores) < 0)
            {
                yield return "pread-" + Text(cores);
                cores = int.MaxValue;
            }

            yield return "pread-" + Text(width);
        }
    }

    private static StrategyDefinition[] All(IEnumerable<string> names) =>
        [.. names.Select(static name => Find(name)!)];

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
