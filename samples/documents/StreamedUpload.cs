using System.Buffers;
using System.IO.Pipelines;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace Doppel.Documents;

/// <summary>
/// Streams an upload to S3 while it arrives. The document is never written to disk here, nor held in memory as a whole.
/// </summary>
/// <remarks>
/// The form is not bound to parameters, because accessing <c>Request.Form</c> reads all of it first. Instead, the
/// handler takes the request itself and iterates over the sections of the form.
/// </remarks>
internal static class StreamedUpload
{
    private const int BufferBytes = 64 * 1024;

    /// <summary>Stores the first file of a form.</summary>
    public static async Task<IResult> SaveAsync(HttpRequest request, DocumentStore documents, CancellationToken left)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue? type)
            || !type.MediaType.Equals("multipart/form-data", StringComparison.OrdinalIgnoreCase)
            || HeaderUtilities.RemoveQuotes(type.Boundary) is not { Length: > 0 and <= 70 } boundary)
        {
            return Refusal.NoForm.ToResult();
        }

        var parts = new MultipartReader(boundary.ToString(), request.Body, BufferBytes)
        {
            BodyLengthLimit = documents.BytesMax,
        };
        FileMultipartSection? file = await FirstFileAsync(parts, left);
        return file is null
            ? Refusal.NoFile.ToResult()
            : await SaveAsync(file, documents, left);
    }

    private static async Task<IResult> SaveAsync(
        FileMultipartSection file, DocumentStore documents, CancellationToken left)
    {
        DocumentType? type = null;
        Refusal? refusal = DocumentName.Read(file.FileName, out string name)
            ?? DocumentType.Find(file.Section.ContentType, name, out type);
        if (refusal is not null)
        {
            return refusal.ToResult();
        }

        // A pipe can peek at the beginning and then deliver it again.
        PipeReader content = PipeReader.Create(
            file.FileStream!, new StreamPipeReaderOptions(bufferSize: BufferBytes, leaveOpen: true));
        try
        {
            ReadResult first = await content.ReadAtLeastAsync(DocumentType.HeadBytes, left);
            byte[] head = first.Buffer.Slice(0, Math.Min(first.Buffer.Length, DocumentType.HeadBytes)).ToArray();
            content.AdvanceTo(first.Buffer.Start);
            refusal = type!.Check(head);
            return refusal is null
                ? await documents.SaveAsync(name, type, content.AsStream(leaveOpen: true), left)
                : refusal.ToResult();
        }
        catch (InvalidDataException)
        {
            // The file is too long, although the whole request was not. The upload has been aborted.
            return Refusal.TooLarge(documents.BytesMax).ToResult();
        }
        finally
        {
            await content.CompleteAsync();
        }
    }

    private static async Task<FileMultipartSection?> FirstFileAsync(MultipartReader parts, CancellationToken left)
    {
        while (await parts.ReadNextSectionAsync(left) is { } part)
        {
            if (part.AsFileSection() is { FileStream: not null } file)
            {
                return file;
            }
        }

        return null;
    }
}
