using System.Reflection;

namespace Doppel.App;

/// <summary>Provides the version of the executable.</summary>
internal static class ProgramVersion
{
    /// <summary>Gets the version, such as <c>0.2.0</c>.</summary>
    internal static string Text { get; } = Read();

    private static string Read()
    {
        string full = typeof(ProgramVersion).Assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";

        // The commit hash follows '+' and is not shown.
        return full.Split('+')[0];
    }
}
