using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>A service that carries documents to S3 and back in one way.</summary>
/// <param name="Id">Its name in files and arguments.</param>
/// <param name="Name">Its name in tables.</param>
/// <param name="Role">Whose it is.</param>
/// <param name="UploadPath">Where a form is posted.</param>
/// <param name="Program">The program, in the folder of this one.</param>
/// <param name="Arguments">What it is started with.</param>
internal sealed record MemoryContestant(
    string Id, string Name, Role Role, string UploadPath, string Program, params string[] Arguments);
