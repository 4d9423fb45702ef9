using System.Globalization;
using Doppel.Hashing;

namespace Doppel.Fleet;

/// <summary>Describes a table with rows of every host: by size, then by digest, then by path.</summary>
/// <remarks>
/// A row of a host replaces an earlier one with the same key. A row whose value is all zeros says that nothing with
/// this key is there any more.
/// </remarks>
internal sealed record FleetTable
{
    /// <summary>The sizes of all files, with their number, at most 255.</summary>
    internal static FleetTable Sizes { get; } = new()
    {
        Name = "sizes",
        Values = ["files"],
        Types = ["UInt8"],
        ValueBytes = sizeof(byte),
    };

    /// <summary>The digests of both ends of the files whose size is known twice, with their number.</summary>
    internal static FleetTable Ends { get; } = new()
    {
        Name = "ends",
        Digest = "ends",
        Values = ["files"],
        Types = ["UInt32"],
        ValueBytes = sizeof(uint),
    };

    /// <summary>The digests of whole files whose ends are known twice, with their number.</summary>
    internal static FleetTable Contents { get; } = new()
    {
        Name = "contents",
        Digest = "digest",
        Values = ["files"],
        Types = ["UInt32"],
        ValueBytes = sizeof(uint),
    };

    /// <summary>
    /// The digests that lists have of their files, such as the MD5s of a bucket, without a content. And those that
    /// hosts have computed for comparison with these, with the XXH3-128 of the content.
    /// </summary>
    internal static FleetTable Listed { get; } = new()
    {
        Name = "listed",
        Digest = "digest",
        Values = ["files", "hash", "content"],
        Types = ["UInt32", "UInt8", "FixedString(16)"],
        ValueBytes = sizeof(uint) + sizeof(byte) + Digest128.ByteCount,
    };

    /// <summary>The names of the files whose content is known twice.</summary>
    internal static FleetTable Files { get; } = new()
    {
        Name = "files",
        Digest = "digest",
        Path = "path",
        Values = ["links", "device", "inode", "allocated", "owner", "owner_group", "mode", "modified", "hash"],
        Types = ["UInt32", "UInt64", "UInt64", "UInt64", "UInt32", "UInt32", "UInt32", "Int64", "UInt8"],
        ValueBytes = (4 * sizeof(uint)) + (4 * sizeof(ulong)) + sizeof(byte),
    };

    /// <summary>
    /// Gets the condition for rows of <see cref="Files"/> that can come from a scan. Whoever may insert rows may insert
    /// any, and they must not keep others from working.
    /// </summary>
    internal static string Readable { get; } = string.Create(
        CultureInfo.InvariantCulture, $"length(path) <= {RowStream.TextMax} AND size <= {long.MaxValue}");

    private const string IsOfList = "(content = toFixedString('', 16))";

    /// <summary>Gets all these tables.</summary>
    internal static IReadOnlyList<FleetTable> All { get; } = [Sizes, Listed, Ends, Contents, Files];

    internal required string Name { get; init; }

    /// <summary>Gets the column of the digest, or null if there is none.</summary>
    internal string? Digest { get; init; }

    /// <summary>Gets the column of the path, or null if there is none.</summary>
    internal string? Path { get; init; }

    /// <summary>Gets the columns that are not part of the key. The first is 0 in a row for nothing.</summary>
    internal required IReadOnlyList<string> Values { get; init; }

    /// <summary>Gets the types of <see cref="Values"/>.</summary>
    internal required IReadOnlyList<string> Types { get; init; }

    /// <summary>Gets the number of bytes of the values of one row.</summary>
    internal required int ValueBytes { get; init; }

    /// <summary>Gets the columns of the key of one host, separated by commas.</summary>
    internal string Key => string.Join(", ", KeyColumns);

    /// <summary>Gets the columns of a row as it is sent.</summary>
    internal string Columns => string.Join(", ", [.. KeyColumns, .. Values, "host", "version"]);

    private IEnumerable<string> KeyColumns => ((IEnumerable<string?>)["size", Digest, Path]).OfType<string>();

    /// <summary>Returns the statement that creates the table.</summary>
    /// <param name="name">Its name.</param>
    internal string CreateAs(string name)
    {
        IEnumerable<string> columns =
        [
            "size UInt64",
            .. Digest is null ? [] : (IEnumerable<string>)[Digest + " FixedString(16)"],
            "host UInt64",
            .. Path is null ? [] : (IEnumerable<string>)[Path + " String"],
            .. Values.Zip(Types, static (column, type) => $"{column} {type}"),
            "version UInt32",
        ];
        IEnumerable<string> order = ((IEnumerable<string?>)["size", Digest, "host", Path]).OfType<string>();
        return $"CREATE TABLE IF NOT EXISTS {name} ({string.Join(", ", columns)}) "
            + $"ENGINE = ReplacingMergeTree(version) ORDER BY ({string.Join(", ", order)})";
    }

    /// <summary>Returns the query for the rows of one host in a range of sizes, by key.</summary>
    internal string OwnRows(ulong host, ulong from, ulong to)
    {
        string readable = Path is null ? "" : $" AND {Readable}";
        IEnumerable<string> values = Values.Select(static column => $"argMax({column}, version) AS new_{column}");
        return $"SELECT {Key}, {string.Join(", ", values)} FROM {Name} "
            + $"WHERE host = {host} AND size >= {from} AND size <= {to}{readable} "
            + $"GROUP BY {Key} HAVING new_{Values[0]} > 0 ORDER BY {Key}";
    }

    /// <summary>
    /// Returns the query for the keys in a range of sizes that a host has and that exist twice, there or elsewhere.
    /// </summary>
    internal string Shared(ulong host, ulong from, ulong to) =>
        $"SELECT {Key} FROM {Name} FINAL WHERE size >= {from} AND size <= {to} "
        + $"GROUP BY {Key} HAVING sum({Values[0]}) > 1 AND max(host = {host} AND {Values[0]} > 0) = 1 ORDER BY {Key}";

    /// <summary>
    /// Returns the query for the hash functions that lists of others have used, each with the size of a file.
    /// </summary>
    internal static string HashesOfLists(ulong host) =>
        $"SELECT DISTINCT size, hash FROM listed FINAL WHERE host != {host} AND files > 0 AND {IsOfList} "
        + "ORDER BY size, hash";

    /// <summary>Returns the query for the sizes of files that hosts have read to compare them with lists.</summary>
    internal static string SizesReadForLists() =>
        $"SELECT DISTINCT size FROM listed FINAL WHERE files > 0 AND NOT {IsOfList} ORDER BY size";

    /// <summary>
    /// Returns the query for what the digests of a list stand for: those that hosts have computed as well, each with
    /// the least and the largest XXH3-128 that belongs to it.
    /// </summary>
    internal static string ContentsOfList(ulong host, ulong from, ulong to) =>
        "SELECT size, digest, minIf(content, is_read), maxIf(content, is_read) FROM (SELECT size, digest, content, "
        + $"NOT {IsOfList} AS is_read, host = {host} AND {IsOfList} AS is_own FROM listed FINAL "
        + $"WHERE files > 0 AND size >= {from} AND size <= {to}) "
        + "GROUP BY size, digest HAVING max(is_own) = 1 AND max(is_read) = 1 ORDER BY size, digest";
}
