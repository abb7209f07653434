import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { errorText } from '@/api/errors';
import { type NewPlan, planApi } from '@/api/plans';
import { showToast } from '@/lib/toast';

/** Creates a plan from an insight or an opportunity and opens it for approval. */
export function usePlanThis() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Partial<NewPlan>) => planApi.create(body),
    onSuccess: ({ plan }) => {
      queries.invalidateQueries({ queryKey: ['plans'] });
      navigate(`/plans/${plan.id}`);
    },
    onError: (error) => showToast({ title: errorText(error), variant: 'destructive' }),
  });
}
