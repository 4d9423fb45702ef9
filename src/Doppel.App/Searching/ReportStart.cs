using Doppel.Catalog;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.App;

/// <summary>Creates the start of a report, which describes the request.</summary>
internal static class ReportStart
{
    /// <summary>Returns the start of a report that begins now.</summary>
    internal static ReportBegin Of(AppEnvironment environment, ResolvedRoots roots)
    {
        var now = FileTime.From(environment.Clock.GetUtcNow());
        return new ReportBegin
        {
            Version = ProgramVersion.Text,
            Command = [.. environment.RecordedArguments.Select(argument => new ReportName(ByteText.ToBytes(argument)))],
            WorkingDirectory = new ReportName(environment.Paths.WorkingDirectoryOrRoot),
            Roots = roots.Names,
            References = [.. roots.Names.Take(roots.References)],
            SavedVolumes =
            [
                .. roots.Roots.Select(static root => root.Volume).OfType<SavedVolume>().Distinct().Select(
                    static saved => new ReportSavedVolume(saved.Name, TimeOf(saved.Description.Made))),
            ],
            Started = TimeOf(now),
        };
    }

    private static ReportTime TimeOf(FileTime time) => new(time.Seconds, time.Nanoseconds);
}
