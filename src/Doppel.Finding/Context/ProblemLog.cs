using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Collects problems with single files and folders. Thread-safe.</summary>
/// <param name="runOfLeftover">See <see cref="FindOptions.RunOfLeftover"/>.</param>
internal sealed class ProblemLog(Func<string, string?> runOfLeftover)
{
    private const int ProblemsMax = 1_000_000;

    private readonly Lock _gate = new();
    private readonly List<ReportProblem> _problems = [];
    private readonly Dictionary<string, (ReportName First, long Count)> _leftovers = [];
    private long _more;

    internal long Count
    {
        get
        {
            lock (_gate)
            {
                return _problems.Count + _leftovers.Count + _more;
            }
        }
    }

    internal void Add(
        IVolume volume, ReadOnlySpan<byte> path, string step, VolumeError error, string? message = null)
    {
        lock (_gate)
        {
            if (_problems.Count == ProblemsMax)
            {
                _more++;
                return;
            }

            var name = new ReportName((volume as SavedVolume)?.ShownPath(path) ?? path.ToArray());
            _problems.Add(new ReportProblem(name, step, WordOf(error.Kind), message ?? volume.Describe(error)));
        }
    }

    /// <summary>Adds a temporary file that an interrupted run left behind.</summary>
    /// <param name="path">The file's path, which ends with the temporary name.</param>
    internal void AddLeftover(ReadOnlySpan<byte> path)
    {
        TemporaryName.TryGetRunDigits(path[(path.LastIndexOf((byte)'/') + 1)..], out ReadOnlySpan<byte> digits);
        string run = Encoding.ASCII.GetString(digits);
        var name = new ReportName(path.ToArray());
        lock (_gate)
        {
            (ReportName first, long count) = _leftovers.GetValueOrDefault(run, (name, 0));
            _leftovers[run] = (name.CompareTo(first) < 0 ? name : first, count + 1);
        }
    }

    /// <summary>
    /// Returns all problems by path, then by step. All files left by one interrupted run are reported as one problem.
    /// </summary>
    internal IReadOnlyList<ReportProblem> ToSorted()
    {
        lock (_gate)
        {
            foreach ((string run, (ReportName first, long count)) in _leftovers)
            {
                _problems.Add(new ReportProblem(
                    first, FindStep.List, "unfinished-run", TextOfLeftovers(runOfLeftover(run), count)));
            }

            _leftovers.Clear();
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

    private static string TextOfLeftovers(string? run, long count)
    {
        (string what, string them) = count == 1
            ? ("An interrupted run left this file", "it")
            : (string.Create(CultureInfo.InvariantCulture, $"An interrupted run left {count:N0} such files"), "them");
        return run is null
            ? $"{what}, and its journal was not found. Check the content before you delete {them}"
            : $"{what}. Finish the run with doppel resume {run}, or undo it with doppel undo {run}";
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

/// <summary>Names the operation during which a problem occurred.</summary>
internal static class FindStep
{
    internal const string Run = "run";
    internal const string Stat = "stat";
    internal const string List = "list";
    internal const string Follow = "follow";
    internal const string Open = "open";
    internal const string Read = "read";
    internal const string Confirm = "confirm";
}
