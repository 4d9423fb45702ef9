using System.Diagnostics.CodeAnalysis;

namespace Doppel.Reports.Shared;

/// <summary>Names and groups that another finder wrote so that nobody can tell which files were meant.</summary>
internal sealed class Doubts
{
    private readonly Queue<ReportProblem> _problems = [];

    /// <summary>Leaves out a name; it is kept as it stands in the report.</summary>
    public void AddName(ReportName written) => _problems.Enqueue(new ReportProblem(
        written, "read", "name-not-exact", "the program that wrote the report did not keep this name exactly"));

    public void AddGroup(ReportName first) => _problems.Enqueue(new ReportProblem(
        first, "read", "group-left-out", "the report names fewer than two files of its group that can be told"));

    public bool TryTake([NotNullWhen(true)] out ReportProblem? problem) => _problems.TryDequeue(out problem);
}
