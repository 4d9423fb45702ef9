using Doppel.Benchmarks.Kernels;

// Usage: Doppel.Benchmarks.Aot SET [--short]. Prints a row for each kernel, as RowText writes them.
bool isShort = args.Contains("--short");
KernelSet? set = KernelSets.All.FirstOrDefault(set => args.Contains(set.Name));
if (set is null)
{
    Console.Error.WriteLine("Name one set of kernels: " + string.Join(' ', KernelSets.All.Select(known => known.Name)));
    return 2;
}

IReadOnlyList<Row> rows = KernelTimer.Time(
    set.Kernels(isShort), isShort ? 15 : 31, TimeSpan.FromMilliseconds(isShort ? 6 : 40),
    $"Native AOT {Environment.Version.Major}");
foreach (Row row in rows)
{
    Console.Out.WriteLine(RowText.Write(row));
}

return 0;
