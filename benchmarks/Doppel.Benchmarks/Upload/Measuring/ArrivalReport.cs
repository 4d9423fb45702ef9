namespace Doppel.Benchmarks.Upload.Measuring;

/// <summary>What arrived of some uploads.</summary>
/// <param name="Arrived">Files that the target took as whole.</param>
/// <param name="Intact">Those of them whose digest is that of what was sent.</param>
internal readonly record struct ArrivalReport(int Arrived, int Intact);
