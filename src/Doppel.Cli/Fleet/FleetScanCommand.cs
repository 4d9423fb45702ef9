using System.Globalization;
using Doppel.Fleet;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet scan</c>.</summary>
internal static class FleetScanCommand
{
    private const string MachineFile = "/etc/machine-id";

    /// <summary>Scans the roots.</summary>
    internal static ExitCode Run(CommandCall<FleetScanSettings> call)
    {
        (CommandHost host, FleetScanSettings settings) = (call.Host, call.Settings);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        var list = ScannedList.Find(call);
        var scan = new FleetScanOptions
        {
            Server = settings.Fleet.Resolve(host),
            Host = settings.Fleet.HostName ?? FleetCall.RequireHost(list?.Name ?? Environment.MachineName),
            ProofKey = settings.Proving.KeyFile is { } file ? ProvingSettings.ReadKey(file) : default,
            Ledger = settings.Proving.KeyFile is null ? default : ProvingSettings.LedgerOf(host),
            Wait = settings.Wait,
            Waiting = () => TellWaiting(host, settings),
            Network = settings.Network,
            Machine = list is null ? MachineId() : 0,
            ProgramVersion = ProgramVersion.Text,
        };
        if (list is not null)
        {
            FleetCall.Guard(() => FleetScan.CheckList(scan, list.Address, CancellationToken.None));
        }

        using var clients = new BucketClients(host, settings.Request.Connection);
        using OpenRoots roots = search.Open(clients);
        using var signals = new StopSignals(observer.Leave);
        FleetScanResult result = FleetCall.Guard(() => search.ScanFleet(
            settings.Request.ToFindOptions(roots.Resolved.Roots), scan, signals.Stop));
        result = result with { Problems = roots.Buckets.WithProblems(result.Problems) };
        return Conclude(call, scan, result, list, roots, signals);
    }

    private static void TellWaiting(CommandHost host, FleetScanSettings settings)
    {
        if (!settings.Messages.Quiet)
        {
            host.MessagesFor(settings.Messages.Color).Line("all files are compared; waiting for other machines");
        }
    }

    private static ExitCode Conclude(
        CommandCall<FleetScanSettings> call, FleetScanOptions scan, FleetScanResult result, ScannedList? list,
        OpenRoots roots, StopSignals signals)
    {
        (CommandHost host, FleetScanSettings settings) = (call.Host, call.Settings);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        if (!settings.Messages.Quiet)
        {
            var printer = new ProblemPrinter(messages, settings.Messages.Verbose);
            printer.Print(result.Problems);
            printer.PrintRest();
            Warn(messages, scan, result);
            messages.Warn(list?.WarningsOf(result, roots) ?? []);
        }

        if (signals.Exit is { } stopped && !result.Complete)
        {
            messages.Warn($"{ExitCodeText.WordOf(stopped)}: the next scan continues where this one ended");
            return stopped;
        }

        if (!settings.Messages.Quiet)
        {
            messages.Line(LineOf(scan, result));
        }

        ExitCode written = settings.Json
            ? PlainOutput.Write(host.Out, JsonOf(scan, result, list, roots))
            : ExitCode.Done;
        return signals.Exit ?? (result.Problems.Count > 0 ? ExitCode.Problems : written);
    }

    private static void Warn(Messages messages, FleetScanOptions scan, FleetScanResult result)
    {
        if (result.LeftOut > 0)
        {
            messages.Warn($"{Count.Of(result.LeftOut, "file")} on network file systems left out; scan them on the "
                + "machine that has the disk, or see --network");
        }

        if (result.OtherMachine)
        {
            messages.Warn($"the last scan of {scan.Host} was made on another machine. If there are two, give this one "
                + "another name with --host: each scan removes the files of the other");
        }
    }

    private static string LineOf(FleetScanOptions scan, FleetScanResult result) => string.Create(
        CultureInfo.InvariantCulture,
        $"{scan.Host}: {Count.Of(result.Files, "file")}, {Count.Of(result.ContentsShared, "file")} with copies in the "
        + $"fleet ({SizeText.Show(result.BytesShared)}); {SizeText.Show(result.BytesRead)} read, "
        + $"{SizeText.Show(result.BytesSent)} sent in {result.Seconds:0.00} s");

    private static string JsonOf(
        FleetScanOptions scan, FleetScanResult result, ScannedList? list, OpenRoots roots) => JsonLine.Of(json =>
    {
        json.WriteString("type", "fleet-scan");
        json.WriteString("host", scan.Host);
        json.WriteNumber("files", result.Files);
        json.WriteNumber("bytes", result.Bytes);
        json.WriteNumber("left_out", result.LeftOut);
        json.WriteNumber("sizes_shared", result.SizesShared);
        json.WriteNumber("contents_shared", result.ContentsShared);
        json.WriteNumber("bytes_shared", result.BytesShared);
        json.WriteNumber("undecided", result.Undecided);
        json.WriteNumber("problems", result.Problems.Count);
        json.WriteNumber("rounds", result.Rounds);
        json.WriteNumber("opened", result.Opened);
        json.WriteNumber("bytes_read", result.BytesRead);
        json.WriteNumber("rows_sent", result.RowsSent);
        json.WriteNumber("bytes_sent", result.BytesSent);
        json.WriteNumber("bytes_received", result.BytesReceived);
        json.WriteNumber("requests", result.Requests);
        if (list is { IsBucket: true })
        {
            S3Usage usage = roots.Buckets.TotalUsage;
            json.WriteNumber("list_requests", usage.ListRequests);
            json.WriteNumber("head_requests", usage.HeadRequests);
            json.WriteNumber("get_requests", usage.GetRequests);
            json.WriteNumber("bucket_bytes", usage.BodyBytes);
        }

        json.WriteNumber("seconds", Math.Round(result.Seconds, 3));
    });

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
