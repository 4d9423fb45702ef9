using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog import</c>.</summary>
internal static class SavedImport
{
    /// <summary>Creates a saved volume from an exported one or from a list of digests.</summary>
    internal static ExitCode Run(CommandCall<SavedSettings> call)
    {
        (CommandHost host, SavedSettings settings) = (call.Host, call.Settings);
        string file = call.Operands[0];
        SavedVolumes volumes = SavedAdd.VolumesOf(host, settings);
        if (InventoryImport.IsManifest(file))
        {
            return InventoryImport.Run(call, volumes);
        }

        string name = call.Operands.Count > 1 ? call.Operands[1] : NameOf(file);
        SavedAdd.RefuseTaken(name, volumes, settings.Replace);
        string shown = file == "-" ? "standard input" : Quote.Text(file);
        try
        {
            using Stream input = InputFile.Open(file, "the file");
            using SavedDraft draft = SavedAdd.Guard(name, () => volumes.Create(name));
            using var signals = new StopSignals(draft.Dispose);
            signals.DisarmStop();
            var all = new HeadStream(input, 1);
            if (all.Head is [SavedVolumes.FirstByte])
            {
                draft.CopyFrom(all, out _);
                draft.Complete();
                return ExitCode.Done;
            }

            string told = ImportList(all, file, volumes, draft, host.Clock);
            draft.Complete();
            if (!settings.Messages.Quiet)
            {
                host.MessagesFor(settings.Messages.Color).Line($"imported as {name}: {told}");
            }

            return ExitCode.Done;
        }
        catch (SavedFormatException damaged)
        {
            throw new UsageException(
                $"cannot import {shown}: {damaged.Message}", "doppel catalog export NAME -o FILE writes such a file");
        }
        catch (ReportFormatException wrong)
        {
            throw new UsageException(
                $"cannot import {shown}: {wrong.Message}", "doppel catalog import -h says what can be imported");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot import {shown}: {SystemText.Of(failure)}");
        }
    }

    /// <summary>Returns what a saved volume knows of contents, such as <c>md5 and sha256</c>.</summary>
    internal static string WordsOf(IReadOnlyList<DigestAlgorithm> algorithms) =>
        string.Join(" and ", algorithms.Select(ContentHash.NameOf));

    private static string ImportList(
        Stream input, string file, SavedVolumes volumes, SavedDraft draft, TimeProvider clock)
    {
        using SavedList list = volumes.CreateList();
        DigestListReader reader = DigestLists.Read(input, file, list, out long withoutSize);
        SavedTotals totals = list.Write(draft.Stream, DigestLists.Describe(reader, file, clock), problems: 0);
        return TextOf(reader, list, totals, withoutSize);
    }

    private static string TextOf(DigestListReader reader, SavedList list, SavedTotals totals, long withoutSize)
    {
        string from = reader.Writer.Length > 0 ? $" by {Quote.Sentence(reader.Writer)}" : "";
        string unknown = totals.Files > totals.Digests
            ? $", {Count.Of(totals.Files - totals.Digests, "file")} without a digest"
            : "";
        string sizes = withoutSize > 0 ? ", without sizes" : "";
        return $"{Count.Of(totals.Files, "file")} with digests of {WordsOf(list.Algorithms)}{from}{sizes}{unknown}";
    }

    private static string NameOf(string file)
    {
        if (file == "-")
        {
            throw new UsageException(
                "a saved volume from standard input needs a name", "doppel catalog import - NAME");
        }

        return SavedInput.NameOf(file);
    }
}
