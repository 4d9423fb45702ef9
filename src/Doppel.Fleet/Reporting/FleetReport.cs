using System.Globalization;
using System.Text;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>Reads the groups of equal files of a fleet from its server, one after the other.</summary>
public sealed class FleetReport : IDisposable
{
    // Beyond this many bytes, the server sorts and groups on its disk. A query names all hosts.
    private const string Settings = "&max_bytes_before_external_sort=1000000000"
        + "&max_bytes_before_external_group_by=1000000000&max_query_size=4000000";

    // The redundant bytes of a group, or the largest number: sizes can be false.
    private const string Redundant =
        "if(toFloat64(size) * (copies - 1) > 9e18, 9223372036854775807, size * toUInt64(copies - 1))";

    private readonly ClickHouse _server;
    private readonly FleetReportOptions _options;
    private readonly List<FleetHost> _hosts;
    private readonly Dictionary<ulong, int> _numbers = [];
    private readonly List<ReportName> _roots = [];
    private readonly List<int> _firstRoots = [];
    private readonly long _began;

    private FleetReport(FleetReportOptions options, ClickHouse server)
    {
        (_options, _server) = (options, server);
        _began = options.Server.Time.GetTimestamp();
        _hosts = FleetHost.ReadAll(server);
        if (options.Here is { } here)
        {
            foreach (string host in options.References.Prepend(here))
            {
                Require(host);
            }

            _hosts.RemoveAll(host => host.Name != here && !options.References.Contains(host.Name));
        }

        foreach (FleetHost host in _hosts)
        {
            _numbers.Add(host.Id, _firstRoots.Count);
            _firstRoots.Add(_roots.Count);
            _roots.AddRange(host.Roots.Select(root => NameOf(host, FleetHost.PathOf(root))));
        }

        Totals = ReadTotals();
    }

    /// <summary>Gets the hosts whose files are compared, by name.</summary>
    public IReadOnlyList<FleetHost> Hosts => _hosts;

    /// <summary>Gets the roots of all hosts, as names of a report: <c>host:NAME/PATH</c>.</summary>
    public IReadOnlyList<ReportName> Roots => _roots;

    /// <summary>Gets the totals of all groups.</summary>
    public ReportSummary Totals { get; }

    /// <summary>Asks the server for its hosts and for the totals.</summary>
    /// <param name="options">The server, and which groups.</param>
    /// <param name="cancellation">Cancels this and what is read later.</param>
    /// <exception cref="FleetException">The server cannot be reached, or refuses.</exception>
    public static FleetReport Open(FleetReportOptions options, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(options);
        var server = new ClickHouse(options.Server, cancellation);
        try
        {
            return new FleetReport(options, server);
        }
        catch
        {
            server.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _server.Dispose();

    /// <summary>Reads the groups, those with most redundant bytes first, then by first name.</summary>
    /// <exception cref="FleetException">The server fails, possibly after some groups.</exception>
    public IEnumerable<ReportGroup> ReadGroups()
    {
        if (Totals.Groups == 0)
        {
            yield break;
        }

        using var rows = new FileRows(OpenRows());
        for (bool isThere = rows.TryRead(); isThere;)
        {
            (long size, Digest128 digest) = (rows.Size, rows.Digest);
            var copies = new CopyCollector();
            var weakest = DigestAlgorithm.Xxh3;
            bool isOfContent = false;
            do
            {
                (ReportName name, int root) = PlaceOf(rows);
                copies.Add(name, root, rows.Copy, rows.Device, rows.Inode);
                weakest = ListedProof.Weaker(weakest, rows.Hash);
                isOfContent |= rows.Hash == DigestAlgorithm.Xxh3;
            }
            while ((isThere = rows.TryRead()) && rows.Size == size && rows.Digest == digest);

            IReadOnlyList<ReportCopy> all = copies.ToCopies();
            yield return new ReportGroup
            {
                Size = size,
                Proof = ListedProof.Of(weakest),

                // If no member was read, it may stand for a digest by another hash function.
                Digest = isOfContent ? digest : null,
                RedundantBytes = RedundantOf(size, all.Count),
                Copies = all,
            };
        }
    }

    private static long RedundantOf(long size, int copies) =>
        (long)Int128.Min((Int128)size * (copies - 1), long.MaxValue);

    private void Require(string name)
    {
        FleetHost host = _hosts.Find(host => host.Name == name) ?? throw new FleetException(
            $"the server knows no machine {name}", "doppel fleet status lists them, and --host names this one");
        if (host.IsList)
        {
            string address = FleetHost.AddressOf(host.Roots[0]);
            throw new FleetException(
                $"{name} is {address}, which cannot prove that it still has a file",
                address.StartsWith("s3:", StringComparison.Ordinal)
                    ? $"doppel delete --reference {address} ROOT... asks the server of the bucket"
                    : "only a machine can: see doppel fleet status");
        }
    }

    private ReportName NameOf(FleetHost host, ReadOnlySpan<byte> path)
    {
        if (host.Name == _options.Here)
        {
            return new ReportName(path.ToArray());
        }

        // A drive of Windows begins with its letter.
        string address = ReportSavedVolume.HostPrefix + host.Name + (path.StartsWith("/"u8) ? "" : "/");
        byte[] name = [.. Encoding.ASCII.GetBytes(address), .. path];
        return new ReportName(name);
    }

    // Rows of other hosts, and what no scan can have sent, are not reported.
    private string Known => $"links > 0 AND {FleetTable.Readable} AND host IN (0"
        + string.Concat(_hosts.Select(static host => $", {host.Id}")) + ")";

    private string Groups(string extra) => string.Create(
        CultureInfo.InvariantCulture,
        $"SELECT size, digest, uniqExact(device, inode) AS copies{extra} FROM files FINAL "
        + $"WHERE {Known} AND size >= {_options.SizeMin} GROUP BY size, digest HAVING copies > 1")
        + (_options.BetweenHosts ? " AND uniqExact(host) > 1" : "") + OnBothSides;

    private string OnBothSides => _options.Here is { } here
        ? $" AND max(host = {FleetHost.IdOf(here)}) = 1 AND max(host != {FleetHost.IdOf(here)}) = 1"
        : "";

    private ReportSummary ReadTotals()
    {
        var summary = new ReportSummary { Complete = true };
        _server.Retry(() =>
        {
            using RowStream rows = _server.Query(
                "SELECT count(), toUInt64(sum(copies - 1)), if(sum(toFloat64(redundant)) > 9e18, 9223372036854775807, "
                + $"sum(redundant)) FROM (SELECT copies, {Redundant} AS redundant FROM ({Groups("")}))",
                Settings);
            summary = new ReportSummary
            {
                Complete = true,
                Files = _hosts.Aggregate(0L, static (sum, host) => long.CreateSaturating((Int128)sum + host.Files)),
                Groups = (long)rows.ReadUInt64(),
                RedundantFiles = (long)rows.ReadUInt64(),
                RedundantBytes = (long)Math.Min(rows.ReadUInt64(), long.MaxValue),
                Seconds = _options.Server.Time.GetElapsedTime(_began).TotalSeconds,
            };
        });
        return summary;
    }

    private RowStream OpenRows()
    {
        // Groups are sorted by the names that a report shows. Other users may see running queries, so the place of a
        // host among all stands for its name. The first number makes all of them UInt64.
        IEnumerable<ulong> sorted = _hosts.OrderBy(static host => host.Name + "/", StringComparer.Ordinal)
            .Select(static host => host.Id);
        string places = string.Join(", ", Enumerable.Range(0, _hosts.Count).Select(static i => $"'{i:d5}'"));
        string place = $"transform(host, [{ulong.MaxValue}, {string.Join(", ", sorted)}], ['', {places}], '')";
        RowStream? rows = null;
        _server.Retry(() => rows = _server.Query(
            "SELECT size, digest, host, path, links, device, inode, allocated, owner, owner_group, mode, modified, "
            + $"hash FROM (SELECT *, {place} AS place FROM files FINAL WHERE {Known}) ALL INNER JOIN "
            + $"({Groups($", min(concat({place}, '/', path)) AS first_name")}) USING (size, digest) "
            + $"ORDER BY {Redundant} DESC, first_name, size, digest, place, path",
            Settings));
        return rows!;
    }

    // The first root of the host that contains the file.
    private (ReportName Name, int Root) PlaceOf(FileRows rows)
    {
        if (!_numbers.TryGetValue(rows.Host, out int number))
        {
            throw new FleetException(
                "the server has files of a host that it does not know",
                "a scan that has just begun may be the reason; try again");
        }

        FleetHost host = _hosts[number];
        int root = -1;
        for (int i = 0; root < 0 && i < host.Roots.Count; i++)
        {
            root = HostPath.IsAtOrBelow(rows.Path, FleetHost.PathOf(host.Roots[i])) ? _firstRoots[number] + i : -1;
        }

        return (NameOf(host, rows.Path), root);
    }
}

/// <summary>Says which groups of a fleet are reported.</summary>
public sealed record FleetReportOptions
{
    /// <summary>Gets the server.</summary>
    public required FleetServer Server { get; init; }

    /// <summary>Gets the least size of a file in bytes. Default: 1.</summary>
    public long SizeMin { get; init; } = 1;

    /// <summary>Gets whether only groups with copies on at least two hosts are reported. Default: false.</summary>
    public bool BetweenHosts { get; init; }

    /// <summary>
    /// Gets the name of this host, if only groups are reported that have copies here and on one of
    /// <see cref="References"/>; names of files here are then their paths. Default: null.
    /// </summary>
    public string? Here { get; init; }

    /// <summary>Gets the names of the other hosts if <see cref="Here"/> is given. Default: none.</summary>
    public IReadOnlyList<string> References { get; init; } = [];
}
