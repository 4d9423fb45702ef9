namespace Doppel.Benchmarks.Frame;

/// <summary>Where programs are, by the environment's PATH.</summary>
internal static class SearchPath
{
    private static readonly string[] s_places =
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries);

    /// <summary>The path of a program, or null where it is not installed.</summary>
    public static string? Find(string program) =>
        s_places.Select(place => Path.Combine(place, program)).FirstOrDefault(File.Exists);
}
