namespace Doppel.Reports;

/// <summary>Collects what a format cannot represent.</summary>
internal sealed class LeftOut
{
    private readonly List<ReportProblem> _problems = [];

    public long Names { get; private set; }

    public IReadOnlyList<ReportProblem> Problems => _problems;

    public void AddName(ReportName name)
    {
        Names++;
        Add(name, "line-break", "its name holds a line break, which this format cannot; text, JSON, CSV and -0 can");
    }

    public void AddGroup(ReportName first, long names)
    {
        Names += names;
        Add(first, "group-left-out", "fewer than two copies of its group have a name that this format can hold");
    }

    private void Add(ReportName path, string reason, string message)
    {
        if (_problems.Count < ReportWriteResult.ProblemsMax)
        {
            _problems.Add(new ReportProblem(path, "write", reason, message));
        }
    }
}
