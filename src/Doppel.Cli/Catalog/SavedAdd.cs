using Doppel.Catalog;
using Doppel.Finding;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog add</c>.</summary>
internal static class SavedAdd
{
    /// <summary>Saves the roots.</summary>
    internal static ExitCode Run(CommandCall<SavedSettings> call)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string name = call.Operands[0];
        SavedVolumes volumes = VolumesOf(host, settings);
        RefuseTaken(name, volumes, settings.Replace);
        settings.Request.Roots = [.. call.Operands.Skip(1)];
        if (settings.Request.Roots.Any(S3Location.Is))
        {
            return SavedBucket.Run(call, volumes);
        }

        (SearchJob search, SearchObserver observer) =
            SearchObserver.Begin(call with { Operands = settings.Request.Roots });
        ResolvedRoots roots = search.Open().Resolved;

        // Whether it can be written shows before everything is read.
        Guard(name, () => volumes.Create(name)).Dispose();
        SavedDraft? draft = null;
        using var signals = new StopSignals(() =>
        {
            observer.Leave();
            draft?.Dispose();
        });
        var save = new SaveOptions
        {
            Host = Environment.MachineName,
            Version = ProgramVersion.Text,
            Contents = settings.SizesOnly ? SavedDigests.Known : SavedDigests.All,
        };
        FindOptions options = settings.Request.ToFindOptions(roots.Roots);
        try
        {
            SaveResult result = Guard(name, () => search.Save(
                options, save, () => (draft = volumes.Create(name)).Stream, signals.Stop));
            return Conclude(call, result, draft, signals);
        }
        finally
        {
            draft?.Dispose();
        }
    }

    /// <summary>Returns the saved volumes in the catalog that the settings name.</summary>
    /// <exception cref="UsageException">There is no catalog.</exception>
    internal static SavedVolumes VolumesOf(CommandHost host, SavedSettings settings)
    {
        using var saved = new SavedRoots(settings.Request.Catalog.PathOf(host));
        return saved.Volumes();
    }

    /// <summary>Rejects a name that is invalid or in use.</summary>
    /// <exception cref="UsageException">The name cannot be used.</exception>
    internal static void RefuseTaken(string name, SavedVolumes volumes, bool replace)
    {
        SavedRoots.CheckName(name);
        if (!replace && volumes.Contains(name))
        {
            throw new UsageException(
                $"there is a saved volume named {Quote.Text(name)} already", "replace it with --replace");
        }
    }

    /// <summary>Does something that writes a saved volume, and explains what goes wrong.</summary>
    /// <exception cref="UsageException">It cannot be written.</exception>
    internal static T Guard<T>(string name, Func<T> write)
    {
        try
        {
            return write();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot write the saved volume {name}: {SystemText.Of(failure)}");
        }
    }

    private static ExitCode Conclude(
        CommandCall<SavedSettings> call, SaveResult result, SavedDraft? draft, StopSignals signals)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string name = call.Operands[0];
        Messages messages = host.MessagesFor(settings.Messages.Color);
        Tell(result, messages, settings.Messages);
        if (!result.Complete)
        {
            messages.Warn($"{ExitCodeText.WordOf(signals.Exit!.Value)}: {name} is not saved; what was read is known "
                + "now, so the next run continues from there");
            return signals.Exit!.Value;
        }

        if (result is { Totals.Names: 0, Problems.Count: > 0 })
        {
            throw new UsageException($"{name} is not saved, because nothing could be listed");
        }

        Guard(name, () =>
        {
            draft!.Complete();
            return true;
        });
        if (!settings.Messages.Quiet)
        {
            messages.Line(LineOf(name, result));
        }

        return result.Problems.Count > 0 ? ExitCode.Problems : ExitCode.Done;
    }

    private static void Tell(SaveResult result, Messages messages, MessageSettings settings)
    {
        if (!settings.Quiet)
        {
            var printer = new ProblemPrinter(messages, settings.Verbose);
            printer.Print(result.Problems);
            printer.PrintRest();
        }
    }

    private static string LineOf(string name, SaveResult result)
    {
        SavedTotals totals = result.Totals;
        string read = $"{Count.Of(result.Opened, "file")} read, {Count.Of(result.Known, "file")} known before";
        return $"saved as {name}: {Count.Of(totals.Files, "file")} in {Count.Of(totals.Folders, "folder")}, "
            + $"{SizeText.Show(totals.Bytes)}; {read}";
    }
}
