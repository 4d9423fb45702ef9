using System.Globalization;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel fleet scan</c>.</summary>
internal static class FleetScanCommand
{
    /// <summary>Scans the roots.</summary>
    internal static ExitCode Run(CommandCall<CommandSettings> call)
    {
        (CommandHost host, CommandSettings settings) = (call.Host, call.Settings);
        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        using var job = new FleetScanJob(host, settings.Fleet, settings.Request, search);
        using var signals = new StopSignals(observer.Leave);
        FleetScanEnd end = job.Run(signals.Stop);
        Messages messages = host.MessagesFor(settings.Messages.Color);
        if (!settings.Messages.Quiet)
        {
            var printer = new ProblemPrinter(messages, settings.Messages.Verbose);
            printer.Print(end.Scan.Problems);
            printer.PrintRest();
            messages.Tell(end.Notices);
        }

        if (signals.Exit is { } stopped && !end.Scan.Complete)
        {
            messages.Warn($"{ExitCodeText.WordOf(stopped)}: the next scan continues where this one ended");
            return stopped;
        }

        if (!settings.Messages.Quiet)
        {
            messages.Line(LineOf(end));
        }

        ExitCode written = settings.Json ? PlainOutput.Write(host.Out, JsonOf(end)) : ExitCode.Done;
        return signals.Exit ?? (end.Scan.Problems.Count > 0 ? ExitCode.Problems : written);
    }

    private static string LineOf(FleetScanEnd end)
    {
        var result = end.Scan;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{end.Host}: {Count.Of(result.Files, "file")}, {Count.Of(result.ContentsShared, "file")} with copies in "
            + $"the fleet ({SizeText.Show(result.BytesShared)}); {SizeText.Show(result.BytesRead)} read, "
            + $"{SizeText.Show(result.BytesSent)} sent in {result.Seconds:0.00} s");
    }

    private static string JsonOf(FleetScanEnd end) => JsonLine.Of(json =>
    {
        var result = end.Scan;
        json.WriteString("type", "fleet-scan");
        json.WriteString("host", end.Host);
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
        if (end.Requests is { } usage)
        {
            json.WriteNumber("list_requests", usage.ListRequests);
            json.WriteNumber("head_requests", usage.HeadRequests);
            json.WriteNumber("get_requests", usage.GetRequests);
            json.WriteNumber("bucket_bytes", usage.BodyBytes);
        }

        json.WriteNumber("seconds", Math.Round(result.Seconds, 3));
    });
}
