using System.Diagnostics.CodeAnalysis;

namespace Doppel.Reports;

/// <summary>Names and groups that another finder wrote in such a way that the files cannot be identified.</summary>
internal sealed class Doubts
{
    private readonly Queue<ReportProblem> _problems = [];

    /// <summary>Leaves out a name and records it as written in the report.</summary>
    public void AddName(ReportName written) => _problems.Enqueue(new ReportProblem(
        written, "read", "name-not-exact", "the program that wrote the report did not keep this name exactly"));

    public void AddGroup(ReportName first) => _problems.Enqueue(new ReportProblem(
        first, "read", "group-left-out", "the report names fewer than two files of its group that can be told"));

    public bool TryTake([NotNullWhen(true)] out ReportProblem? problem) => _problems.TryDequeue(out problem);
}
