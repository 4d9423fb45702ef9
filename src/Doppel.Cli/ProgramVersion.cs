using System.Reflection;

namespace Doppel.Cli;

/// <summary>The version of the executable.</summary>
internal static class ProgramVersion
{
    /// <summary>Such as <c>0.1.0</c>.</summary>
    internal static string Text { get; } = Read();

    private static string Read()
    {
        string full = typeof(ProgramVersion).Assembly
            .GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "";

        // Behind '+' stands the commit, which the version does not need.
        return full.Split('+')[0];
    }
}
