using Doppel.Catalog;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog export</c> and <c>forget</c>.</summary>
internal static class SavedTransfer
{
    /// <summary>Copies a saved volume to a file or standard output.</summary>
    internal static ExitCode Export(CommandCall<SavedSettings> call)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string name = call.Operands[0];
        SavedVolumes volumes = SavedAdd.VolumesOf(host, settings);
        SavedRoots.Guard(name, volumes, all => all.Describe(name, out _));
        using OutputTarget target = host.TargetOf(settings.Output.File);
        if (target.IsTerminal)
        {
            throw new UsageException("a saved volume is not text for a terminal", "write it to a file with -o FILE");
        }

        using var signals = new StopSignals(target.Abandon);
        signals.DisarmStop();
        try
        {
            Stream output = target.Open();
            SavedRoots.Guard(name, volumes, all =>
            {
                all.Copy(name, output);
                return true;
            });
            target.Complete();
        }
        catch (BrokenPipeException)
        {
            // The reader has what it wanted.
        }

        return ExitCode.Done;
    }

    /// <summary>Deletes a saved volume.</summary>
    internal static ExitCode Forget(CommandCall<SavedSettings> call)
    {
        string name = call.Operands[0];
        SavedRoots.Guard(name, SavedAdd.VolumesOf(call.Host, call.Settings), volumes =>
            volumes.Forget(name) ? true : throw new FileNotFoundException());
        return ExitCode.Done;
    }
}
