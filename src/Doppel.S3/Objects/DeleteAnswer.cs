namespace Doppel.S3;

/// <summary>The server's result for one key.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="VersionId">The version of the object, or null if none is named.</param>
/// <param name="Code">The error code if the object was not deleted; otherwise null.</param>
/// <param name="Message">The error message.</param>
internal readonly record struct DeleteAnswer(string Key, string? VersionId, string? Code, string? Message)
{
    internal static DeleteAnswer Read(ref XmlRows rows, bool isError)
    {
        string key = string.Empty;
        string? versionId = null, code = null, message = null;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("Key"u8))
            {
                rows.Once(ref seen, 1);
                key = rows.Text();
            }
            else if (rows.Name.SequenceEqual("VersionId"u8))
            {
                rows.Once(ref seen, 2);
                versionId = NotEmpty(rows.Text());
            }
            else if (rows.Name.SequenceEqual("Code"u8))
            {
                rows.Once(ref seen, 4);
                code = NotEmpty(rows.Text());
            }
            else if (rows.Name.SequenceEqual("Message"u8))
            {
                rows.Once(ref seen, 8);
                message = NotEmpty(rows.Text());
            }
        }

        return new DeleteAnswer(key, versionId, isError ? code ?? S3ErrorCode.Unknown : null, message);
    }

    private static string? NotEmpty(string text) => text.Length == 0 ? null : text;
}
