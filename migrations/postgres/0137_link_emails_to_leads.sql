-- Emails that hand over a lead are erased and deleted with it.
ALTER TABLE mails ADD COLUMN lead_id UUID REFERENCES received_leads(id) ON DELETE CASCADE;
CREATE INDEX mails_by_lead ON mails (lead_id) WHERE lead_id IS NOT NULL;

-- An email was stored at the same time as the entry in the history of its lead.
UPDATE mails SET lead_id = h.lead_id FROM lead_history h
 WHERE h.status = 'sent' AND h.at = mails.created_at AND mails.subject LIKE 'New lead: %';

UPDATE mails SET subject = 'New lead', reply_to = NULL, body_text = '', body_html = '', next_at = NULL,
       error = CASE WHEN next_at IS NULL THEN error ELSE 'Personal data erased.' END,
       status = CASE WHEN next_at IS NULL THEN status ELSE 'failed' END
 WHERE lead_id IN (SELECT id FROM received_leads WHERE erased_at IS NOT NULL);
