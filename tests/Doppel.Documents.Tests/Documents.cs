using System.Text;

namespace Doppel.Documents.Tests;

/// <summary>Documents to upload.</summary>
internal static class Documents
{
    /// <summary>Random bytes that begin as a PDF does.</summary>
    public static byte[] Pdf(int bytes)
    {
        var content = new byte[bytes];
        new Random(bytes).NextBytes(content);
        "%PDF-1.7\n"u8.CopyTo(content);
        return content;
    }

    /// <summary>The head of a streamed upload as a bare client sends it.</summary>
    /// <param name="name">The name of the file.</param>
    /// <param name="bodyBytes">How long the body is said to be.</param>
    /// <param name="path">Where it goes.</param>
    /// <param name="part">What stands in the body before the file.</param>
    public static byte[] Head(string name, long bodyBytes, string path, out byte[] part)
    {
        part = Encoding.UTF8.GetBytes($"--b\r\nContent-Disposition: form-data; name=file; filename=\"{name}\"\r\n"
            + "Content-Type: application/pdf\r\n\r\n");
        return Encoding.ASCII.GetBytes($"POST {path} HTTP/1.1\r\nHost: localhost\r\n"
            + $"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {bodyBytes}\r\n\r\n");
    }
}
