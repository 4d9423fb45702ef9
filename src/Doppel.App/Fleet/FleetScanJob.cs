using Doppel.Fleet;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Compares the files of this machine, of a bucket or of a saved volume with those of a fleet.</summary>
internal sealed class FleetScanJob : IDisposable
{
    private const string MachineFile = "/etc/machine-id";

    private readonly SearchRequest _request;
    private readonly SearchJob _search;
    private readonly ScannedList? _list;
    private readonly FleetScanOptions _options;
    private readonly BucketClients _clients;
    private readonly OpenRoots _roots;

    /// <summary>Opens what is scanned. Buckets are listed.</summary>
    /// <param name="environment">The environment.</param>
    /// <param name="fleet">The fleet.</param>
    /// <param name="request">What is scanned.</param>
    /// <param name="search">The job of the same request.</param>
    /// <exception cref="UsageException">A root or the server cannot be used.</exception>
    internal FleetScanJob(AppEnvironment environment, FleetRequest fleet, SearchRequest request, SearchJob search)
    {
        (_request, _search) = (request, search);
        _list = ScannedList.Find(fleet, request);
        string? key = fleet.Proving.KeyFile;
        _options = new FleetScanOptions
        {
            Server = fleet.Connection.Resolve(environment),
            Host = fleet.HostName ?? (_list is null ? fleet.Here : FleetCall.RequireHost(_list.Name)),
            ProofKey = key is null ? default : ProvingSettings.ReadKey(key),
            Ledger = key is null ? default : ProvingSettings.LedgerOf(environment),
            Wait = fleet.Wait,
            Network = fleet.Network,
            Machine = _list is null ? MachineId() : 0,
            ProgramVersion = ProgramVersion.Text,
        };
        if (_list is not null)
        {
            FleetCall.Guard(() => FleetScan.CheckList(_options, _list.Address, CancellationToken.None));
        }

        request.Connection.RetryFor = fleet.Connection.RetryFor;
        _clients = new BucketClients(environment, request.Connection);
        try
        {
            _roots = search.Open(_clients);
        }
        catch
        {
            _clients.Dispose();
            throw;
        }
    }

    /// <summary>Scans until everything is compared, the request's wait is over, or the token ends it.</summary>
    /// <param name="stop">Ends the scan early.</param>
    /// <exception cref="UsageException">The server cannot be used.</exception>
    internal FleetScanEnd Run(CancellationToken stop)
    {
        FleetScanResult result = FleetCall.Guard(
            () => _search.ScanFleet(_request.ToFindOptions(_roots.Resolved.Roots), _options, stop));
        return new FleetScanEnd(
            _options.Host, result with { Problems = _roots.Buckets.WithProblems(result.Problems) },
            [.. NoticesOf(result)], _list is { IsBucket: true } ? _roots.Buckets.TotalUsage : null);
    }

    public void Dispose()
    {
        _roots.Dispose();
        _clients.Dispose();
    }

    private IEnumerable<Notice> NoticesOf(FleetScanResult result)
    {
        if (result.LeftOut > 0)
        {
            yield return new(
                NoticeKind.LeftOut,
                $"{Count.Of(result.LeftOut, "file")} on network file systems left out; scan them on the machine that "
                    + "has the disk, or see --network");
        }

        if (result.OtherMachine)
        {
            yield return new(
                NoticeKind.SameName,
                $"the last scan of {_options.Host} was made on another machine. If there are two, give this one "
                    + "another name with --host: each scan removes the files of the other");
        }

        foreach (Notice notice in _list?.NoticesOf(result, _roots) ?? [])
        {
            yield return notice;
        }
    }

    // The id must not leave the machine as it is; see man 5 machine-id.
    private static ulong MachineId()
    {
        try
        {
            byte[] id = File.Exists(MachineFile) ? SmallFile.Read(MachineFile) : [];
            return id.Length < 32 ? 0 : Xxh3.Hash128([.. "doppel fleet"u8, .. id.AsSpan().TrimEnd((byte)'\n')]).Low;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }
}

/// <summary>The end of a scan.</summary>
/// <param name="Host">The name in the fleet of what was scanned.</param>
/// <param name="Scan">What was found, with the problems of listing a bucket.</param>
/// <param name="Notices">What was not compared, and why.</param>
/// <param name="Requests">What was requested of the bucket; null if none was scanned.</param>
internal sealed record FleetScanEnd(
    string Host, FleetScanResult Scan, IReadOnlyList<Notice> Notices, S3Usage? Requests);
