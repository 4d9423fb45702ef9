using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>What a server knows about one host of a fleet.</summary>
public sealed record FleetHost
{
    /// <summary>The largest number of characters of a name.</summary>
    public const int NameMax = 64;

    /// <summary>The largest number of roots of a host.</summary>
    internal const int RootsMax = 1 << 16;

    /// <summary>The largest number of hosts in a fleet.</summary>
    private const int HostsMax = 10_000;

    // Whoever may insert rows may insert any. These rows can come from a scan.
    private static readonly string s_readable = string.Create(
        CultureInfo.InvariantCulture,
        $"name != '' AND length(name) <= {NameMax} AND length(program) <= {NameMax} AND length(roots) <= {RootsMax} "
        + $"AND length(arrayStringConcat(roots)) <= {RowStream.TextMax}");

    private static readonly ReadOnlyMemory<byte>[] s_prefixes =
        ["s3://"u8.ToArray(), Encoding.ASCII.GetBytes(SavedVolume.Prefix)];

    /// <summary>
    /// Gets the name: ASCII letters, digits, <c>-</c>, <c>_</c> and <c>.</c>. It does not begin with <c>-</c>, so that
    /// no command takes it for an option.
    /// </summary>
    public required string Name { get; init; }

    /// <summary>Gets when the last scan began, by the server's clock.</summary>
    public DateTimeOffset Began { get; init; }

    /// <summary>Gets when its last round ended, by the server's clock; null if it runs or was interrupted.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>Gets the number of files. A file with several names counts once.</summary>
    public long Files { get; init; }

    /// <summary>Gets their total size in bytes.</summary>
    public long Bytes { get; init; }

    /// <summary>Gets the number of problems of the scan.</summary>
    public long Problems { get; init; }

    /// <summary>
    /// Gets the absolute paths of the roots. Those of a bucket or a saved volume begin with its address, such as
    /// <c>s3://BUCKET/PREFIX</c> or <c>catalog:NAME</c>.
    /// </summary>
    public IReadOnlyList<ReportName> Roots { get; init; } = [];

    /// <summary>
    /// Gets whether this is a bucket or a saved volume: only digests of its files are known, and it proves nothing.
    /// </summary>
    public bool IsList => Roots.Count > 0 && LengthOfAddress(Roots[0].Bytes) > 0;

    /// <summary>Gets the version of the program that scanned.</summary>
    public string ProgramVersion { get; init; } = "";

    /// <summary>Gets a number for the machine that is the same after a change of its name; 0 if unknown.</summary>
    public ulong Machine { get; init; }

    internal uint Version { get; init; }

    /// <summary>Gets the number that stands for the host in all tables.</summary>
    internal ulong Id => IdOf(Name);

    /// <summary>Returns whether a text can be the name of a host.</summary>
    public static bool IsName(string name) =>
        name.Length is > 0 and <= NameMax && name[0] != '-'
        && name.All(static c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.');

    /// <summary>Reads all hosts that have been scanned, by name.</summary>
    /// <exception cref="FleetException">The server cannot be reached, or refuses.</exception>
    public static IReadOnlyList<FleetHost> ReadAll(FleetServer server, CancellationToken cancellation)
    {
        using var clickHouse = new ClickHouse(server, cancellation);
        return ReadAll(clickHouse);
    }

    /// <summary>Removes all that is known about a host, after it has left the fleet.</summary>
    /// <param name="server">The server.</param>
    /// <param name="name">The name of the host.</param>
    /// <param name="cancellation">Cancels the operation, which can be repeated then.</param>
    /// <returns>False if there is no such host.</returns>
    /// <exception cref="FleetException">The server cannot be reached, or refuses.</exception>
    public static bool Forget(FleetServer server, string name, CancellationToken cancellation)
    {
        using var clickHouse = new ClickHouse(server, cancellation);
        FleetHost? host = ReadAll(clickHouse).FirstOrDefault(host => host.Name == name);
        if (host is null)
        {
            return false;
        }

        // The names go first, so that nothing is reported of a host that is half forgotten.
        uint version = NextVersion(host.Version);
        var sync = new RowSync(clickHouse, host.Id, version);
        foreach (FleetTable table in FleetTable.All.Reverse())
        {
            sync.Sync(table, new RowBatch(table), 0, ulong.MaxValue);
        }

        (host with { Name = name, Version = version }).Store(clickHouse, shownAs: "");
        return true;
    }

    internal static string Create(string table) =>
        $"CREATE TABLE IF NOT EXISTS {table} (host UInt64, name String, version UInt32, machine UInt64, "
        + "began DateTime, ended DateTime, files UInt64, bytes UInt64, problems UInt64, roots Array(String), "
        + "program String) ENGINE = ReplacingMergeTree(version) ORDER BY host";

    /// <summary>Returns the statement that creates the table by which hosts notice the rounds of others.</summary>
    /// <remarks>It contains no names, so that everybody may read it.</remarks>
    internal static string CreateRounds(string table) =>
        $"CREATE TABLE IF NOT EXISTS {table} (host UInt64, version UInt32) ENGINE = ReplacingMergeTree(version) "
        + "ORDER BY host";

    /// <summary>Returns a root as it is shown; see <see cref="Roots"/>.</summary>
    internal static byte[] RootOf(FindRoot root) => root.Volume is SavedVolume saved
        ? saved.ShownPath(root.Path.Span)
        : root.Path.ToArray();

    /// <summary>Returns the path of a root without the address of a bucket or a saved volume.</summary>
    internal static byte[] PathOf(ReportName root)
    {
        ReadOnlySpan<byte> path = root.Bytes[LengthOfAddress(root.Bytes)..];
        return path.IsEmpty ? "/"u8.ToArray() : path.ToArray();
    }

    /// <summary>Returns the address of the bucket or the saved volume that a root is in, or an empty text.</summary>
    /// <remarks>It can be printed, whatever somebody has inserted.</remarks>
    internal static string AddressOf(ReportName root) => string.Concat(
        Encoding.ASCII.GetString(root.Bytes[..LengthOfAddress(root.Bytes)])
            .Select(static c => c is > ' ' and <= '~' ? c : '?'));

    internal static ulong IdOf(string name) => Xxh3.Hash128(Encoding.ASCII.GetBytes(name)).Low;

    /// <summary>
    /// Returns a higher version. Its last bits are random, so that two scans of one host at a time have different ones
    /// and everybody agrees which of two rows counts.
    /// </summary>
    internal static uint NextVersion(uint version)
    {
        const int RandomBits = 12;
        return (((version >> RandomBits) + 1) << RandomBits) | (uint)Random.Shared.Next(1 << RandomBits);
    }

    internal static List<FleetHost> ReadAll(ClickHouse server)
    {
        List<FleetHost> hosts = ReadWhere(server, "1", HostsMax + 1);
        return hosts.Count <= HostsMax
            ? hosts
            : throw new FleetException(
                string.Create(CultureInfo.InvariantCulture, $"the server has more than {HostsMax} machines"),
                "use several databases. If there are fewer, someone has inserted false rows into the table hosts");
    }

    /// <summary>Reads the host with a name, and those that were scanned on the same machine.</summary>
    internal static List<FleetHost> ReadRelated(ClickHouse server, string name, ulong machine) =>
        ReadWhere(server, $"host = {IdOf(name)} OR (machine != 0 AND machine = {machine})", HostsMax);

    /// <summary>Returns the server's time, and the version of this host's newest row, 0 if there is none.</summary>
    internal static (DateTimeOffset Now, uint Version) Ask(ClickHouse server, ulong host)
    {
        (DateTimeOffset Now, uint Version) answer = default;
        server.Retry(() =>
        {
            using RowStream rows = server.Query(
                $"SELECT toUInt64(max(version)), toUInt64(now()) FROM hosts WHERE host = {host}");
            uint version = (uint)rows.ReadUInt64();
            answer = (DateTimeOffset.FromUnixTimeSeconds((long)rows.ReadUInt64()), version);
        });
        return answer;
    }

    /// <summary>Returns a number that changes with every round of every other host.</summary>
    internal static ulong StateOfOthers(ClickHouse server, ulong host)
    {
        ulong state = 0;
        server.Retry(() =>
        {
            using RowStream rows = server.Query(
                $"SELECT sum(cityHash64(host, version)) FROM rounds FINAL WHERE host != {host}");
            state = rows.ReadUInt64();
        });
        return state;
    }

    /// <summary>Stores this row in place of the one before.</summary>
    internal void Store(ClickHouse server, string? shownAs = null)
    {
        IEnumerable<string> roots = Roots.Select(static root => $"unhex('{Convert.ToHexString(root.Bytes)}')");
        string text = string.Create(
            CultureInfo.InvariantCulture,
            $"INSERT INTO hosts (host, name, version, machine, began, ended, files, bytes, problems, roots, program) "
            + $"VALUES ({Id}, '{shownAs ?? Name}', {Version}, {Machine}, {Began.ToUnixTimeSeconds()}, "
            + $"{Ended?.ToUnixTimeSeconds() ?? 0}, {Files}, {Bytes}, {Problems}, [{string.Join(", ", roots)}], "
            + $"'{ProgramVersion}')");
        server.Retry(() => server.Execute(text));
        server.Retry(() => server.Execute($"INSERT INTO rounds (host, version) VALUES ({Id}, {Version})"));
    }

    // Everything before the slash that begins the path. Other roots begin with a slash, or with the letter of a drive.
    private static int LengthOfAddress(ReadOnlySpan<byte> root)
    {
        foreach (ReadOnlyMemory<byte> prefix in s_prefixes)
        {
            if (root.StartsWith(prefix.Span))
            {
                int slash = root[prefix.Length..].IndexOf((byte)'/');
                return slash < 0 ? root.Length : prefix.Length + slash;
            }
        }

        return 0;
    }

    private static List<FleetHost> ReadWhere(ClickHouse server, string condition, int countMax)
    {
        List<FleetHost> hosts = [];
        server.Retry(() =>
        {
            hosts.Clear();
            using RowStream rows = server.Query(
                "SELECT host, version, name, machine, toUInt32(began), toUInt32(ended), files, bytes, problems, "
                + $"roots, program FROM hosts FINAL WHERE ({condition}) AND {s_readable} ORDER BY name "
                + $"LIMIT {countMax}");
            while (rows.TryReadUInt64(out ulong id))
            {
                FleetHost host = Read(rows);
                if (IsName(host.Name) && host.Id == id)
                {
                    hosts.Add(host);
                }
            }
        });
        return hosts;
    }

    private static FleetHost Read(RowStream rows)
    {
        uint version = rows.ReadUInt32();
        string name = Encoding.ASCII.GetString(rows.ReadText());
        ulong machine = rows.ReadUInt64();
        DateTimeOffset began = DateTimeOffset.FromUnixTimeSeconds(rows.ReadUInt32());
        uint ended = rows.ReadUInt32();
        (ulong files, ulong bytes, ulong problems) = (rows.ReadUInt64(), rows.ReadUInt64(), rows.ReadUInt64());
        var roots = new ReportName[rows.ReadLength()];
        for (int i = 0; i < roots.Length; i++)
        {
            roots[i] = new ReportName(rows.ReadText());
        }

        return new FleetHost
        {
            Name = name,
            Version = version,
            Machine = machine,
            Began = began,
            Ended = ended == 0 ? null : DateTimeOffset.FromUnixTimeSeconds(ended),
            Files = (long)Math.Min(files, long.MaxValue),
            Bytes = (long)Math.Min(bytes, long.MaxValue),
            Problems = (long)Math.Min(problems, long.MaxValue),
            Roots = roots,
            ProgramVersion = Encoding.ASCII.GetString(rows.ReadText()),
        };
    }
}
