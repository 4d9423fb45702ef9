#:project ../src/Doppel.Reports
// Sums up a report of doppel, fdupes, jdupes, rmlint or fclones: dotnet run read-report.cs FILE
using Doppel.Reports;

using FileStream file = File.OpenRead(args[0]);
ReportReader report = ReportReader.Open(file);   // detects the format
int groups = 0;
long copies = 0;
foreach (ReportGroup group in report.Groups())   // one at a time, so the length of the report does not matter
{
    groups++;
    copies += group.Copies.Count;
}

Console.WriteLine($"{copies} copies in {groups} groups, {report.Format}{(report.EndedEarly ? ", truncated" : "")}");
