#:project ../src/Doppel.Finding
// Finds identical files: dotnet run find-duplicates.cs FOLDER
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

IVolume volume = OperatingSystem.IsLinux() ? new LinuxVolume() : new PortableVolume();
using FindResult result = Finder.Find(new FindOptions { Roots = [new FindRoot(volume, Path.GetFullPath(args[0]))] });
foreach (ReportGroup group in result.Groups)
{
    Console.WriteLine($"{group.Copies.Count} copies of {group.Size} bytes, proved by {group.Proof}");
    foreach (ReportName name in group.Copies.SelectMany(copy => copy.Names))
    {
        Console.WriteLine($"    {name}");
    }
}
