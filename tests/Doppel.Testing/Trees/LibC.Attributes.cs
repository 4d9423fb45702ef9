using System.Runtime.InteropServices;
using System.Text;

namespace Doppel.Testing.Trees;

/// <content>Extended attributes, without starting setfattr or getfattr thousands of times.</content>
public static partial class LibC
{
    private const int AttributeBytesMax = 4096;

    /// <summary>Gives a file or folder an extended attribute, such as <c>user.mark</c>.</summary>
    public static void SetAttribute(ByteName path, ByteName name, ByteName value) => Check(
        setxattr(Terminated(path), Terminated(name), value.Bytes, (nuint)value.Length, 0), $"setxattr {name}");

    /// <summary>The extended attributes of a file or folder that users see, as <c>user.mark=1</c>, sorted.</summary>
    public static string[] AttributesOf(ByteName path)
    {
        byte[] names = new byte[AttributeBytesMax];
        int bytes = Check((int)listxattr(Terminated(path), names, (nuint)names.Length), $"listxattr {path}");
        return
        [
            .. Encoding.UTF8.GetString(names, 0, bytes).Split('\0', StringSplitOptions.RemoveEmptyEntries)
                .Where(static name => name.StartsWith("user.", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal).Select(name => $"{name}={ValueOf(path, name)}"),
        ];
    }

    private static string ValueOf(ByteName path, ByteName name)
    {
        byte[] value = new byte[AttributeBytesMax];
        nint bytes = getxattr(Terminated(path), Terminated(name), value, (nuint)value.Length);
        return Encoding.UTF8.GetString(value, 0, Check((int)bytes, $"getxattr {name}"));
    }

    [LibraryImport("libc", SetLastError = true)]
    private static partial int setxattr(byte[] path, byte[] name, byte[] value, nuint bytes, int flags);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint getxattr(byte[] path, byte[] name, byte[] value, nuint bytes);

    [LibraryImport("libc", SetLastError = true)]
    private static partial nint listxattr(byte[] path, byte[] names, nuint bytes);
}
