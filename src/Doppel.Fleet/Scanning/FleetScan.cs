using Doppel.Finding;
using Doppel.Reports;

namespace Doppel.Fleet;

/// <summary>
/// Scans a host for a fleet: sends the sizes of all files to the server, then reads of each file, and sends, only as
/// much as is needed to know whether another one has the same content, on this host or on another.
/// </summary>
public static class FleetScan
{
    private static readonly TimeSpan s_poll = TimeSpan.FromSeconds(1);

    /// <summary>Scans the roots.</summary>
    /// <param name="options">What to scan, with the catalog. Options about groups have no effect.</param>
    /// <param name="scan">The server, and how to scan.</param>
    /// <param name="progress">Counters for another thread to read, or null if not needed.</param>
    /// <param name="cancellation">
    /// Cancels the run. What the server was told stays, and the next scan completes it.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    /// <exception cref="FleetException">The server cannot be reached, or refuses.</exception>
    public static FleetScanResult Run(
        FindOptions options, FleetScanOptions scan, FindProgress? progress = null,
        CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(scan);
        if (!FleetHost.IsName(scan.Host))
        {
            throw new ArgumentException("This cannot be the name of a host.", nameof(scan));
        }

        if (options.Roots.Count > FleetHost.RootsMax
            || options.Roots.Sum(static root => (long)root.Path.Length) > RowStream.TextMax)
        {
            throw new FleetException("there are too many roots", "name a folder that contains them");
        }

        // Whether the server can be used shows before the disks are walked.
        using var server = new ClickHouse(scan.Server, cancellation);
        List<FleetHost> hosts = FleetHost.ReadRelated(server, scan.Host, scan.Machine);
        if (options.Roots.Count > 0)
        {
            RefuseOtherList(hosts, scan.Host, FleetHost.AddressOf(new ReportName(FleetHost.RootOf(options.Roots[0]))));
        }

        RefuseOtherName(hosts, options, scan);
        using var files = new HostFiles(options, scan, progress ?? new FindProgress(), cancellation);
        using var rounds = new ScanRounds(server, scan, options, files);
        try
        {
            long began = scan.Server.Time.GetTimestamp();
            ulong state = FleetHost.StateOfOthers(server, FleetHost.IdOf(scan.Host));
            rounds.Next();
            using FleetProver? prover = ProverOf(options, scan, cancellation);
            prover?.Answer();
            if (scan.Wait > TimeSpan.Zero)
            {
                scan.Waiting?.Invoke();
            }

            while (scan.Server.Time.GetElapsedTime(began) < scan.Wait)
            {
                cancellation.WaitHandle.WaitOne(s_poll);
                ulong now = FleetHost.StateOfOthers(server, FleetHost.IdOf(scan.Host));
                if (now != state)
                {
                    state = now;
                    rounds.Next();
                }

                prover?.Answer();
            }
        }
        catch (OperationCanceledException)
        {
            // The result says how far it came.
        }

        return rounds.Result(hosts.Any(host =>
            host.Name == scan.Host && host.Machine != 0 && scan.Machine != 0 && host.Machine != scan.Machine));
    }

    /// <summary>
    /// Checks whether the server can be used, and whether the host's name is free for a bucket or saved volume. A scan
    /// checks the same, but only after the list has been read, which can take minutes.
    /// </summary>
    /// <param name="scan">The server, and how to scan.</param>
    /// <param name="address">The address: <c>s3://BUCKET</c> or <c>catalog:NAME</c>.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <exception cref="FleetException">The server cannot be reached, or refuses, or the name is taken.</exception>
    public static void CheckList(FleetScanOptions scan, string address, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(scan);
        using var server = new ClickHouse(scan.Server, cancellation);
        RefuseOtherList(FleetHost.ReadRelated(server, scan.Host, scan.Machine), scan.Host, address);
    }

    private static FleetProver? ProverOf(
        FindOptions options, FleetScanOptions scan, CancellationToken cancellation) =>
        scan.ProofKey.IsEmpty || options.Roots.Count == 0
            ? null
            : new FleetProver(
                scan.Server,
                new FleetProofOptions { Host = scan.Host, ProofKey = scan.ProofKey, Ledger = scan.Ledger },
                options.Roots[0].Volume,
                [.. options.Roots.Select(static root => root.Path.ToArray())], cancellation);

    // Of two hosts with one name, each would remove the files of the other.
    private static void RefuseOtherList(List<FleetHost> hosts, string name, string here)
    {
        FleetHost? same = hosts.Find(host => host.Name == name && host.Roots.Count > 0);
        string there = same is null ? here : FleetHost.AddressOf(same.Roots[0]);
        if (here != there)
        {
            throw new FleetException(
                $"{name} is the name of {(there.Length == 0 ? "a machine" : there)} in this fleet",
                $"--host NAME gives {(here.Length == 0 ? "this machine" : here)} another name");
        }
    }

    // A host with a new name would have all its files twice.
    private static void RefuseOtherName(List<FleetHost> hosts, FindOptions options, FleetScanOptions scan)
    {
        FleetHost? before = hosts.Find(host =>
            host.Name != scan.Host && host.Machine != 0 && host.Machine == scan.Machine
            && options.Roots.Any(root => host.Roots.Any(other => other.Bytes.SequenceEqual(root.Path.Span))));
        if (before is not null)
        {
            throw new FleetException(
                $"this machine was scanned as {before.Name} before, and its files would count twice as {scan.Host}",
                $"if it has a new name: doppel fleet forget {before.Name}. If {before.Name} is another machine, the "
                + "two have the same /etc/machine-id; give one of them a new one (systemd-machine-id-setup)");
        }
    }
}
