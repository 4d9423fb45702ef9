namespace Doppel.Documents;

/// <summary>
/// Handles an upload as a form file. This is simple, and the whole file is available before the first byte is passed
/// on. However, the framework first writes a file longer than 64 KiB to a temporary file, so this costs disk space and
/// starts only when everything has arrived.
/// </summary>
internal static class FormUpload
{
    /// <summary>Stores the field <c>file</c> of a form.</summary>
    public static async Task<IResult> SaveAsync(HttpRequest request, DocumentStore documents, CancellationToken left)
    {
        if (!request.HasFormContentType)
        {
            return Refusal.NoForm.ToResult();
        }

        IFormCollection form = await request.ReadFormAsync(left);
        return form.Files.GetFile("file") is { } file
            ? await SaveAsync(file, documents, left)
            : Refusal.NoFile.ToResult();
    }

    private static async Task<IResult> SaveAsync(IFormFile file, DocumentStore documents, CancellationToken left)
    {
        DocumentType? type = null;
        Refusal? refusal = DocumentName.Read(file.FileName, out string name)
            ?? DocumentType.Find(file.ContentType, name, out type)
            ?? (file.Length > documents.BytesMax ? Refusal.TooLarge(documents.BytesMax) : null);
        if (refusal is not null)
        {
            return refusal.ToResult();
        }

        await using Stream content = file.OpenReadStream();
        var head = new byte[DocumentType.HeadBytes];
        int count = await content.ReadAtLeastAsync(head, head.Length, throwOnEndOfStream: false, left);
        content.Position = 0;
        refusal = type!.Check(head.AsSpan(0, count));
        return refusal is null ? await documents.SaveAsync(name, type, content, left) : refusal.ToResult();
    }
}
