namespace Doppel.App;

/// <summary>Opens input files of commands.</summary>
internal static class InputFile
{
    /// <summary>Opens a file or standard input.</summary>
    /// <param name="path">The file as <see cref="ByteText"/>; "-" for standard input.</param>
    /// <param name="what">What to call the file in messages, such as <c>the list</c>.</param>
    /// <exception cref="IOException">The file cannot be opened. The message gives the reason.</exception>
    /// <exception cref="UnauthorizedAccessException">Access to the file is denied.</exception>
    internal static Stream Open(string path, string what)
    {
        if (path == "-")
        {
            return Console.OpenStandardInput();
        }

        if (!ByteText.IsPlain(path))
        {
            throw new IOException($"the name is not UTF-8; pass {what} on standard input");
        }

        return Directory.Exists(path)
            ? throw new IOException("Is a directory")
            : new FileStream(
                path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
    }
}
