#:project ../src/Doppel.Acting
// Replaces the duplicates of a report with hard links, then undoes it: dotnet run link-duplicates.cs REPORT JOURNALS
using Doppel.Acting;
using Doppel.Reports;
using Doppel.Volumes;

IChangeableVolume volume = OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();
var here = new ReportName(Environment.CurrentDirectory);   // the base of relative names
using FileStream file = File.OpenRead(args[0]);
using var planner = new Planner(volume, new PlanOptions { WorkingDirectory = here });
PlanGroup[] plan = [.. ReportReader.Open(file).Groups().Select(group => planner.Plan(group).Group).OfType<PlanGroup>()];

using JournalFolder journals = JournalFolder.Open(volume, new ReportName(Path.GetFullPath(args[1])));
using var run = new ActRun(
    volume, journals, new ActOptions { Action = ActionKind.HardLink, Version = "1.0" },
    result => Console.WriteLine($"{result.Status} {result.Name}: {result.FreedBytes} bytes freed"));
run.Run(plan, CancellationToken.None);

using JournalReader journal = journals.Read(run.Id);
using var undo = new UndoRun(
    volume, journals, journal, new UndoOptions { Version = "1.0" },
    result => Console.WriteLine($"{result.Status} {result.Name}: undone"));
undo.Run(CancellationToken.None);
