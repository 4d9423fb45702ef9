using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Collects what went wrong with single files and folders. Thread-safe.</summary>
internal sealed class ProblemLog
{
    private const int ProblemsMax = 1_000_000;

    private readonly Lock _gate = new();
    private readonly List<ReportProblem> _problems = [];
    private long _more;

    internal long Count
    {
        get
        {
            lock (_gate)
            {
                return _problems.Count + _more;
            }
        }
    }

    internal void Add(IVolume volume, ReadOnlySpan<byte> path, string step, VolumeError error)
    {
        lock (_gate)
        {
            if (_problems.Count == ProblemsMax)
            {
                _more++;
                return;
            }

            var name = new ReportName(path.ToArray());
            _problems.Add(new ReportProblem(name, step, WordOf(error.Kind), volume.Describe(error)));
        }
    }

    /// <summary>All problems by path, then step.</summary>
    internal IReadOnlyList<ReportProblem> ToSorted()
    {
        lock (_gate)
        {
            _problems.Sort(static (left, right) =>
            {
                int byPath = left.Path.CompareTo(right.Path);
                return byPath != 0 ? byPath : string.CompareOrdinal(left.Step, right.Step);
            });
            if (_more > 0)
            {
                string message = $"{_more} more problems are not listed";
                string limit = WordOf(VolumeErrorKind.Limit);
                _problems.Add(new ReportProblem(new ReportName(""), FindStep.Run, limit, message));
            }

            return _problems;
        }
    }

    private static string WordOf(VolumeErrorKind kind) => kind switch
    {
        VolumeErrorKind.AccessDenied => "access-denied",
        VolumeErrorKind.Vanished => "vanished",
        VolumeErrorKind.Changed => "changed",
        VolumeErrorKind.IsLink => "is-link",
        VolumeErrorKind.NameTooLong => "name-too-long",
        VolumeErrorKind.BadName => "bad-name",
        VolumeErrorKind.InputOutput => "input-output",
        VolumeErrorKind.TooManyOpen => "too-many-open",
        VolumeErrorKind.Offline => "offline",
        VolumeErrorKind.Limit => "limit",
        VolumeErrorKind.Unsupported => "unsupported",
        VolumeErrorKind.Busy => "busy",
        _ => "other",
    };
}
