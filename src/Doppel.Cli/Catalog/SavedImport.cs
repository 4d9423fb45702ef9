using System.Globalization;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Cli;

/// <summary>Implements <c>doppel catalog import</c>.</summary>
internal static class SavedImport
{
    private static readonly string[] s_endings =
    [
        ".doppel", ".md5", ".sha1", ".sha256", ".sha384", ".sha512", ".b2", ".xxh64", ".xxh128", ".hashdeep", ".json",
        ".txt",
    ];

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
            signals.EndOfSearch();
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
        var reader = DigestListReader.Open(input, file == "-" ? "" : Path.GetFileName(file));
        using SavedList list = volumes.CreateList();
        long withoutSize = 0;
        while (reader.Read())
        {
            if (!list.TryAdd(reader.Path, FileOf(reader)))
            {
                string path = Quote.Name(reader.Path);
                throw new ReportFormatException(
                    reader.Line, $"{path} is not the path of a file below the folder of the list");
            }

            withoutSize += reader.Size < 0 ? 1 : 0;
        }

        if (list.Algorithms.Count == 0)
        {
            throw new ReportFormatException(0, "it has no digest of a file");
        }

        SavedTotals totals = list.Write(draft.Stream, new SavedDescription
        {
            Made = TimeOf(reader, file, clock),
            Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
        }, problems: 0);
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

    private static SavedFile FileOf(DigestListReader reader)
    {
        bool isOwn = reader.Algorithm == DigestAlgorithm.Xxh3;
        return new SavedFile
        {
            Size = reader.Size < 0 ? SavedFile.UnknownSize : reader.Size,
            Modified = default,
            Digest = isOwn ? reader.Digest : null,
            Listed = reader.Algorithm is { } algorithm && !isOwn ? new ListedDigest(algorithm, reader.Digest) : null,
        };
    }

    // What a list says was true when it was written.
    private static FileTime TimeOf(DigestListReader reader, string file, TimeProvider clock)
    {
        if (reader.Made is { } made)
        {
            return new FileTime(made.Seconds, made.Nanoseconds);
        }

        return FileTime.From(file == "-" ? clock.GetUtcNow() : File.GetLastWriteTimeUtc(file));
    }

    private static string NameOf(string file)
    {
        if (file == "-")
        {
            throw new UsageException(
                "a saved volume from standard input needs a name", "doppel catalog import - NAME");
        }

        string name = Path.GetFileName(file);
        string? ending = Array.Find(
            s_endings, ending => name.EndsWith(ending, ignoreCase: true, CultureInfo.InvariantCulture));
        return ending is null || ending.Length == name.Length ? name : name[..^ending.Length];
    }
}
