using System.Text;
using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Recognizes and splits the names of files on other machines: <c>host:MACHINE/PATH</c>.</summary>
internal static class HostName
{
    /// <summary>Returns whether a name is that of a file on another machine.</summary>
    internal static bool Is(ReportName name) => name.Bytes.StartsWith("host:"u8);

    /// <summary>Returns the length of <c>host:MACHINE/</c> in bytes, or 0 if the name has no machine.</summary>
    internal static int RootLength(ReadOnlySpan<byte> name)
    {
        const int Prefix = 5;
        int machine = name.StartsWith("host:"u8) ? name[Prefix..].IndexOf((byte)'/') : 0;
        return machine > 0 ? Prefix + machine + 1 : 0;
    }

    /// <summary>Returns the machine of a file.</summary>
    internal static string MachineOf(ReportName name)
    {
        ReadOnlySpan<byte> rest = name.Bytes[ReportSavedVolume.HostPrefix.Length..];
        int end = rest.IndexOf((byte)'/');
        return Encoding.UTF8.GetString(end < 0 ? rest : rest[..end]);
    }

    /// <summary>Returns the absolute path of a file on its machine.</summary>
    internal static ReportName PathOf(ReportName name)
    {
        ReadOnlySpan<byte> path = name.Bytes[(RootLength(name.Bytes) - 1)..];

        // A drive of Windows has a slash before its letter.
        return new ReportName((path is [(byte)'/', _, (byte)':', (byte)'/', ..] ? path[1..] : path).ToArray());
    }
}
