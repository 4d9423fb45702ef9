namespace Doppel.Reports;

/// <content>Totals.</content>
internal static partial class JsonItems
{
    private const string Count = "a count";
    private const long Missing = -1;

    public static ReportSummary Summary(scoped ref JsonItem json, ReportSummary? item)
    {
        ReportSummary sum = item ?? new ReportSummary { Complete = false };
        bool complete = sum.Complete;
        (long files, long groups, long redundantFiles, long redundantBytes) =
            (sum.Files, sum.Groups, sum.RedundantFiles, sum.RedundantBytes);
        (long unique, long problems, long known, long opened, long read) =
            (sum.Unique, sum.Problems, sum.Known, sum.Opened, sum.BytesRead);
        (ReportFolderTotals? folders, ReportMediaTotals? media) = (sum.Folders, sum.Media);
        double seconds = sum.Seconds;
        (long? knownGroups, long? freed) = (sum.KnownGroups, sum.FreedBytes);
        IReadOnlyList<ReportStage> stages = sum.Stages;
        for (json.Begin("summary", "summary"u8); json.Next();)
        {
            complete = json.Bool("complete"u8, complete);
            files = json.Long("files"u8, files, shown: Count);
            groups = json.Long("groups"u8, groups, shown: Count);
            knownGroups = Optional(ref json, "known_groups"u8, knownGroups);
            redundantFiles = json.Long("redundant_files"u8, redundantFiles, shown: Count);
            redundantBytes = json.Long("redundant_bytes"u8, redundantBytes, shown: Count);
            freed = Optional(ref json, "freed_bytes"u8, freed);
            unique = json.Long("unique"u8, unique, shown: Count);
            folders = json.Value("folders"u8, folders, FolderTotals, when: folders is not null);
            media = json.Value("media"u8, media, MediaTotals, when: media is not null);
            problems = json.Long("problems"u8, problems, shown: Count);
            known = json.Long("known"u8, known, shown: Count, when: known > 0);
            opened = json.Long("opened"u8, opened, shown: Count);
            read = json.Long("bytes_read"u8, read, shown: Count);
            seconds = Seconds(ref json, seconds);
            stages = json.List("stages"u8, stages, Stage);
        }

        return item ?? new ReportSummary
        {
            Complete = complete,
            Files = files,
            Groups = groups,
            KnownGroups = knownGroups,
            RedundantFiles = redundantFiles,
            RedundantBytes = redundantBytes,
            FreedBytes = freed,
            Unique = unique,
            Folders = folders,
            Media = media,
            Problems = problems,
            Known = known,
            Opened = opened,
            BytesRead = read,
            Seconds = seconds,
            Stages = stages,
        };
    }

    // Not every report has it.
    private static long? Optional(scoped ref JsonItem json, ReadOnlySpan<byte> name, long? count)
    {
        long value = json.Long(name, count ?? Missing, when: count is not null);
        return value == Missing ? null : value;
    }

    public static ReportStage Stage(scoped ref JsonItem json, ReportStage item)
    {
        (string name, double seconds) = item;
        for (json.Begin("stage", shown: "a stage"); json.Next();)
        {
            name = json.Text("name"u8, name);
            seconds = Seconds(ref json, seconds);
        }

        return new ReportStage(name, seconds);
    }

    public static double Seconds(scoped ref JsonItem json, double seconds) => double.IsFinite(seconds)
        ? json.Double("seconds"u8, seconds)
        : throw new ArgumentException("Seconds in a summary must be a finite number.");

    private static ReportFolderTotals FolderTotals(scoped ref JsonItem json, ReportFolderTotals? item)
    {
        ReportFolderTotals sum = item ?? new ReportFolderTotals();
        (long groups, long redundant, long contained, long empty, long bytes) =
            (sum.Groups, sum.RedundantFolders, sum.Contained, sum.Empty, sum.RedundantBytes);
        for (json.Begin("summary of folders"); json.Next();)
        {
            groups = json.Long("groups"u8, groups);
            redundant = json.Long("redundant_folders"u8, redundant);
            contained = json.Long("contained"u8, contained);
            empty = json.Long("empty"u8, empty);
            bytes = json.Long("redundant_bytes"u8, bytes);
        }

        return item ?? new ReportFolderTotals
        {
            Groups = groups,
            RedundantFolders = redundant,
            Contained = contained,
            Empty = empty,
            RedundantBytes = bytes,
        };
    }

    private static ReportMediaTotals MediaTotals(scoped ref JsonItem json, ReportMediaTotals? item)
    {
        ReportMediaTotals sum = item ?? new ReportMediaTotals();
        (long groups, long copies, long bytes, long notComparable, long loose) =
            (sum.Groups, sum.Copies, sum.RedundantBytes, sum.NotComparable, sum.LooseGroups);
        for (json.Begin("summary of media"); json.Next();)
        {
            groups = json.Long("groups"u8, groups);
            copies = json.Long("copies"u8, copies);
            bytes = json.Long("redundant_bytes"u8, bytes);
            notComparable = json.Long("not_comparable"u8, notComparable);
            loose = json.Long("loose_groups"u8, loose, when: loose > 0);
        }

        return item ?? new ReportMediaTotals
        {
            Groups = groups,
            Copies = copies,
            RedundantBytes = bytes,
            NotComparable = notComparable,
            LooseGroups = loose,
        };
    }
}
