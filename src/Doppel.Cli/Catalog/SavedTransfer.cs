using Doppel.Catalog;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog export</c>, <c>import</c> and <c>forget</c>.</summary>
internal static class SavedTransfer
{
    private const string Suffix = ".doppel";

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
        signals.EndOfSearch();
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
            // Whoever read it has what it wanted.
        }

        return ExitCode.Done;
    }

    /// <summary>Copies a saved volume from a file or standard input.</summary>
    internal static ExitCode Import(CommandCall<SavedSettings> call)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string file = call.Operands[0];
        string name = call.Operands.Count > 1 ? call.Operands[1] : NameOf(file);
        SavedVolumes volumes = SavedAdd.VolumesOf(host, settings);
        SavedAdd.RefuseTaken(name, volumes, settings.Replace);
        string shown = file == "-" ? "standard input" : Quote.Text(file);
        try
        {
            using Stream input = InputFile.Open(file, "the file");
            using SavedDraft draft = SavedAdd.Guard(name, () => volumes.Create(name));
            using var signals = new StopSignals(draft.Dispose);
            signals.EndOfSearch();
            draft.CopyFrom(input, out _);
            draft.Complete();
            return ExitCode.Done;
        }
        catch (SavedFormatException damaged)
        {
            throw new UsageException(
                $"cannot import {shown}: {damaged.Message}", "doppel catalog export NAME -o FILE writes such a file");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot import {shown}: {SystemText.Of(failure)}");
        }
    }

    /// <summary>Deletes a saved volume.</summary>
    internal static ExitCode Forget(CommandCall<SavedSettings> call)
    {
        string name = call.Operands[0];
        SavedRoots.Guard(name, SavedAdd.VolumesOf(call.Host, call.Settings), volumes =>
            volumes.Forget(name) ? true : throw new FileNotFoundException());
        return ExitCode.Done;
    }

    private static string NameOf(string file)
    {
        if (file == "-")
        {
            throw new UsageException(
                "a saved volume from standard input needs a name", "doppel catalog import - NAME");
        }

        string name = Path.GetFileName(file);
        return name.EndsWith(Suffix, StringComparison.Ordinal) ? name[..^Suffix.Length] : name;
    }
}
