using System.Runtime.Versioning;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel watch</c>.</summary>
internal static class WatchCommand
{
    private static OptionDefinition<CommandSettings> Verbose { get; } = OutputOptions.Verbose with
    {
        Summary = "Print every problem",
        Text = "Print every problem on standard error, not only the first of each kind in a round.",
    };

    private static OptionDefinition<CommandSettings> Quiet { get; } = OutputOptions.Quiet with
    {
        Summary = "Print no progress or warnings",
        Text = "Print no progress, problems or warnings on standard error. Fatal errors are still printed.",
    };

    internal static CommandDefinition Definition { get; } = new CommandDefinition<CommandSettings>
    {
        Defaults = context => new CommandSettings(context) { Request = { AllowsMissing = true } },
        Words = ["watch"],
        Operands = "[ROOT...]",
        OperandsMax = int.MaxValue,
        OperandCompletion = ValueCompletion.File,
        Summary = "Keep finding duplicates while files change",
        Text = """
            Searches each ROOT, or the working directory, like doppel find, and then keeps the groups current while
            files change, until it is stopped by Ctrl-C or SIGTERM, which is exit code 0. While nothing changes, it
            sleeps. Linux only. It changes nothing.

            The output is JSON Lines: one line for each group that is new, has changed or is gone. After each round
            with changes, a line of the type totals tells whether everything that has happened so far is contained in
            the lines above ("current":true). docs/watch.md describes the lines.

            A round begins when nothing has changed for 0.2 s, or after 2 s if changes never stop. It lists only folders
            in which something has changed, and reads only files whose content is new.

            Each folder needs an inotify watch; if there are not enough, the command fails and tells how to allow more.
            Changes that other machines make on network file systems are not reported by the system. Symbolic links are
            not followed.
            """,
        Accepts =
        [
            .. FilterOptions.All.Where(static option => option.Name != "follow"), GroupOptions.Reference,
            GroupOptions.Isolate, OutputOptions.Color, OutputOptions.Progress, Quiet, Verbose, .. RunOptions.All,
            CatalogFolderOptions.Catalog, RunOptions.Profile,
        ],
        Examples =
        [
            new("doppel watch ~/Downloads ~/Pictures", "watch two folders together"),
            new("doppel watch --ext jpg,jpeg --exclude '.thumbnails/' ~", "only pictures"),
            new("doppel watch --reference ~/Archive ~/Inbox", "what arrives although the archive has it"),
        ],
        Execute = Run,
    };

    private static ExitCode Run(CommandCall<CommandSettings> call)
    {
        (CommandHost host, CommandSettings settings) = (call.Host, call.Settings);
        if (!OperatingSystem.IsLinux() || host.Volume is not LinuxVolume)
        {
            throw new UsageException(
                "doppel watch works on Linux only", "run doppel find --since-last from time to time instead");
        }

        (SearchJob search, SearchObserver observer) = SearchObserver.Begin(call);
        ResolvedRoots roots = search.Open().Resolved;
        if (roots.Roots.Count == 0)
        {
            throw new UsageException("there is nothing to watch: the list of roots is empty");
        }

        using var signals = new StopSignals(observer.Leave);
        using LinuxChangeSource source = Open(host, roots);
        using ContentCatalog? catalog = settings.Request.Catalog.Open(host);
        using Watcher watcher = search.NewWatcher(settings.Request.ToFindOptions(roots), catalog, source);
        var output = new WatchOutput(host, settings.Messages);
        try
        {
            output.Begin(ReportStart.Of(host, roots));
            for (bool isFirst = true; ; isFirst = false)
            {
                WatchRound? round = isFirst
                    ? search.First(
                        watcher, change => observer.PrintAbove(() => output.Write(change)), signals.Stop)
                    : watcher.Next(output.Write, progress: null, signals.Stop);
                if (round is null)
                {
                    return ExitCode.Done;
                }

                if (round.Failure.Failed)
                {
                    throw WatchLimits.Explain(host.Volume, round.Failure);
                }

                output.End(round);
                search.TellOf(catalog);
                if (isFirst)
                {
                    output.Warn(watcher.Mounts);
                }
            }
        }
        catch (BrokenPipeException)
        {
            return ExitCode.Done;
        }
        catch (IOException failure)
        {
            throw new UsageException($"cannot write to standard output: {SystemText.Of(failure)}");
        }
    }

    [SupportedOSPlatform("linux")]
    private static LinuxChangeSource Open(CommandHost host, ResolvedRoots roots)
    {
        VolumeError error = LinuxChangeSource.Open(
            [.. roots.Roots.Select(static root => root.Path)], out LinuxChangeSource? source);
        return source ?? throw WatchLimits.Explain(host.Volume, error);
    }
}
