using System.Globalization;
using Doppel.Volumes;

namespace Doppel.Lab;

/// <summary>Chooses the files to measure: one set for each size class that has enough files.</summary>
/// <param name="options">What to measure.</param>
/// <param name="progress">Receives the progress.</param>
/// <param name="leftOut">Receives the files that cannot be used.</param>
/// <param name="notes">Receives notes on how far the results can be trusted.</param>
/// <param name="isHalfOver">Returns whether half of the time has passed.</param>
/// <param name="cancellation">Cancels the operation. Sets already chosen are kept.</param>
internal sealed class SetChoice(
    LabOptions options,
    LabProgress progress,
    List<LeftOutFile> leftOut,
    List<string> notes,
    Func<bool> isHalfOver,
    CancellationToken cancellation)
{
    private const int FilesListedMax = 500_000;
    private static readonly TimeSpan s_listMax = TimeSpan.FromSeconds(10);

    /// <summary>Lists the files below a folder and chooses sets.</summary>
    /// <exception cref="LabException">There is too little to measure; the message gives the reason.</exception>
    internal List<FileSet> Choose(byte[] root)
    {
        var sets = new List<FileSet>();
        VolumeError error = FileWalk.Walk(
            options.Volume, root, FilesListedMax, s_listMax, cancellation, out FileWalk walk);
        if (error.Failed)
        {
            throw new LabException($"cannot list it: {options.Volume.Describe(error)}");
        }

        leftOut.AddRange(walk.LeftOut);
        if (walk.Files.Count < FileChoice.FilesMin && !cancellation.IsCancellationRequested)
        {
            throw new LabException(
                walk.Files.Count == 0 ? "there are no files to read below it"
                    : $"there are too few files below it: {walk.Files.Count}, and {FileChoice.FilesMin} are needed",
                "name a folder with files like those that are to be read");
        }

        if (!walk.IsWhole)
        {
            notes.Add(Text($"only the first {walk.Files.Count:#,0} files that were found had a chance to be chosen"));
        }

        long bytesMax = options.SetBytesMax;
        if (options.Temperatures.Contains(Temperature.Cold))
        {
            ContentCache.Settle(root);
            bytesMax = BytesMax(walk.Files);
        }

        var random = new Random(options.Seed);
        foreach (SizeClass sizes in SizeClass.Of(options.SizeStarts))
        {
            // A survey takes as long as a run, and the device may be slow. The remaining time is for measuring.
            if (cancellation.IsCancellationRequested || (sets.Count > 0 && isHalfOver()))
            {
                notes.Add($"there was no time to look at files of {SizeWord.Of(sizes)}");
                continue;
            }

            List<LabFile> chosen = FileChoice.Choose(walk.Files, sizes, options.FilesMax, bytesMax, random);
            progress.Enter($"looking at files from {SizeWord.Of(sizes.From)} on");
            FileSet set = FileSurvey.Look(options.Volume, sizes, chosen, leftOut, cancellation);
            if (set.Files.Count >= FileChoice.FilesMin)
            {
                sets.Add(set);
            }
            else if (!cancellation.IsCancellationRequested)
            {
                notes.Add(Text(
                    $"too few files of {SizeWord.Of(sizes)}: {set.Files.Count}, and {FileChoice.FilesMin} are needed"));
            }
        }

        if (sets.Count == 0 && !cancellation.IsCancellationRequested)
        {
            throw new LabException(
                "there are too few files of each size below it that can be read", notes[^1]);
        }

        return sets;
    }

    // If content cannot be dropped from memory, only sets that exceed memory are cold.
    private long BytesMax(List<LabFile> files)
    {
        var some = new ReadRun { Volume = options.Volume, Files = files[..Math.Min(files.Count, 64)] };
        try
        {
            ReaderTeam.Read(some, 1, () => new PositionalReader(some, StrategyTable.BlockBytes).Read);
        }
        catch (FileFailedException)
        {
            // Files that cannot be read are found by the survey.
        }

        double resident = ContentCache.Drop(some.Files);
        if (resident <= LabSession.ResidentMax || (double.IsNaN(resident) && ContentCache.CanDrop))
        {
            return options.SetBytesMax;
        }

        long memory = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        notes.Add(double.IsNaN(resident)
            ? "cold runs: this system cannot drop content from memory, so only sets larger than memory are cold"
            : Text($"cold runs: {resident:0 %} of the content stays in memory; only larger sets are cold"));
        return options.MayExceedMemory ? Math.Max(options.SetBytesMax, memory / 4 * 5) : options.SetBytesMax;
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
